//! UUIDs of names.

use hashlane_kernels::hash::uuid::{UUID3, UUID5};

use super::{Arg, ArgKind, Function, HASH, ResultType, example};

/// The namespace of a name.
pub(crate) const NAMESPACE: Arg =
    Arg { name: "namespace", kind: ArgKind::Namespace, default: None };

const NAME: Arg = Arg { name: "name", kind: ArgKind::Bytes, default: None };

const RFC: &str = "RFC 9562, appendix A";
const PYTHON: &str = "uuid (Python 3.11)";

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uuid5",
        args: &[NAMESPACE, NAME],
        description: "The version 5 UUID of a name in a namespace, which is 'dns', 'url', 'oid', 'x500' or a UUID: the same \
             name always has the same UUID",
        equals: "RFC 9562, section 5.5, which keeps 122 bits of the SHA-1 digest",
        examples: &[
            example("uuid5('dns', 'www.example.com')", "2ed6657d-e927-568b-95e1-2665a8aea6a2", RFC),
            example(
                "uuid5('886313e1-3b8a-5372-9b90-0c9aee199e5d', 'hashlane')",
                "19371317-4c6c-53fb-81fd-30e12d9ddc4e",
                PYTHON,
            ),
        ],
        returns: ResultType::Uuid,
        body: |call, out| call.hash_uuid(UUID5, out),
        ..HASH
    },
    Function {
        name: "uuid3",
        args: &[NAMESPACE, NAME],
        description: "The version 3 UUID of a name in a namespace, for systems that require MD5; others use uuid5",
        equals: "RFC 9562, section 5.3, which keeps 122 bits of the MD5 digest",
        examples: &[
            example("uuid3('dns', 'www.example.com')", "5df41881-3aed-3515-88a7-2f4a814cf09e", RFC),
            example(
                "uuid3('886313e1-3b8a-5372-9b90-0c9aee199e5d', 'hashlane')",
                "c4bf9941-8972-3d15-995d-fa0f602afd16",
                PYTHON,
            ),
        ],
        returns: ResultType::Uuid,
        body: |call, out| call.hash_uuid(UUID3, out),
        ..HASH
    },
];

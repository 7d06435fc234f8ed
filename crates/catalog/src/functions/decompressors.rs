//! The four forms of a decompressor: bytes or text, and an error or NULL where it can't be had.

/// A family of decompressors as rows of the catalogue: `name`, `name_text`, `try_name`, `try_name_text`.
///
/// `args` are the arguments, `further` what an example passes of them beside the compressed value. `frame`
/// is 'hashlane' compressed by the tool that `source` names, and `cut` is no frame, all in hex.
macro_rules! decompressors {
    (
        $name:literal, $kernel:expr, $args:expr,
        of: $of:literal, equals: $equals:expr, source: $source:expr,
        frame: $frame:literal, cut: $cut:literal, further: $further:literal $(,)?
    ) => {
        &[
            $crate::functions::Function {
                name: $name,
                description: concat!("The bytes in ", $of),
                examples: &[$crate::functions::Example {
                    sql: concat!($name, "(unhex('", $frame, "')", $further, ")"),
                    result: "686173686c616e65",
                    source: $source,
                }],
                args: $args,
                equals: $equals,
                kernel: $crate::functions::Kernel::Decompress($kernel),
                ..$crate::functions::HASH
            },
            $crate::functions::Function {
                name: concat!($name, "_text"),
                description: concat!("The text in ", $of),
                examples: &[$crate::functions::Example {
                    sql: concat!($name, "_text(unhex('", $frame, "')", $further, ")"),
                    result: "hashlane",
                    source: $source,
                }],
                args: $args,
                equals: $equals,
                kernel: $crate::functions::Kernel::Decompress($kernel),
                form: $crate::functions::Form::Text,
                ..$crate::functions::HASH
            },
            $crate::functions::Function {
                name: concat!("try_", $name),
                description: concat!(
                    "The bytes in ",
                    $of,
                    ", or NULL where it is corrupt or too long"
                ),
                examples: &[
                    $crate::functions::Example {
                        sql: concat!("try_", $name, "(unhex('", $cut, "')", $further, ")"),
                        result: "NULL",
                        source: $source,
                    },
                    $crate::functions::Example {
                        sql: concat!("try_", $name, "(unhex('", $frame, "')", $further, ")"),
                        result: "686173686c616e65",
                        source: $source,
                    },
                ],
                args: $args,
                equals: $equals,
                kernel: $crate::functions::Kernel::Decompress($kernel),
                on_bad_input: $crate::functions::OnBadInput::Null,
                ..$crate::functions::HASH
            },
            $crate::functions::Function {
                name: concat!("try_", $name, "_text"),
                description: concat!(
                    "The text in ",
                    $of,
                    ", or NULL where it is corrupt, too long or no text"
                ),
                examples: &[
                    $crate::functions::Example {
                        sql: concat!("try_", $name, "_text(unhex('", $cut, "')", $further, ")"),
                        result: "NULL",
                        source: $source,
                    },
                    $crate::functions::Example {
                        sql: concat!("try_", $name, "_text(unhex('", $frame, "')", $further, ")"),
                        result: "hashlane",
                        source: $source,
                    },
                ],
                args: $args,
                equals: $equals,
                kernel: $crate::functions::Kernel::Decompress($kernel),
                form: $crate::functions::Form::Text,
                on_bad_input: $crate::functions::OnBadInput::Null,
                ..$crate::functions::HASH
            },
        ]
    };
}
pub(super) use decompressors;

//! The four forms of a decompressor: bytes or text, and an error or NULL where it can't be had.

/// A family of decompressors as rows of the catalogue: `name`, `name_text`, `try_name`, `try_name_text`.
///
/// `args` are the arguments, `further` what an example passes of them beside the compressed value. `frame`
/// is 'hashlane' compressed by the tool that `source` names, and `cut` isn't a whole frame, all in hex.
macro_rules! decompressors {
    (
        $name:literal, $kernel:expr, $args:expr,
        of: $of:literal, equals: $equals:expr, source: $source:expr,
        frame: $frame:literal, cut: $cut:literal, further: $further:literal $(,)?
    ) => {{
        use $crate::functions::{
            Function, HASH, OnBadInput, ResultForm, ResultType, Work, example,
        };

        const FAMILY: Function = Function {
            args: $args,
            equals: $equals,
            work: Work::Decompress,
            body: |call, out| call.convert($kernel, out),
            ..HASH
        };
        &[
            Function {
                name: $name,
                description: concat!("The bytes in ", $of),
                examples: &[example(
                    concat!($name, "(unhex('", $frame, "')", $further, ")"),
                    "686173686c616e65",
                    $source,
                )],
                ..FAMILY
            },
            Function {
                name: concat!($name, "_text"),
                description: concat!("The text in ", $of),
                examples: &[example(
                    concat!($name, "_text(unhex('", $frame, "')", $further, ")"),
                    "hashlane",
                    $source,
                )],
                returns: ResultType::Varchar,
                form: ResultForm::Text,
                ..FAMILY
            },
            Function {
                name: concat!("try_", $name),
                description: concat!(
                    "The bytes in ",
                    $of,
                    ", or NULL if the input is corrupt or too long"
                ),
                examples: &[
                    example(
                        concat!("try_", $name, "(unhex('", $cut, "')", $further, ")"),
                        "NULL",
                        $source,
                    ),
                    example(
                        concat!("try_", $name, "(unhex('", $frame, "')", $further, ")"),
                        "686173686c616e65",
                        $source,
                    ),
                ],
                on_bad_input: OnBadInput::Null,
                ..FAMILY
            },
            Function {
                name: concat!("try_", $name, "_text"),
                description: concat!(
                    "The text in ",
                    $of,
                    ", or NULL if the input is corrupt, too long or not UTF-8"
                ),
                examples: &[
                    example(
                        concat!("try_", $name, "_text(unhex('", $cut, "')", $further, ")"),
                        "NULL",
                        $source,
                    ),
                    example(
                        concat!("try_", $name, "_text(unhex('", $frame, "')", $further, ")"),
                        "hashlane",
                        $source,
                    ),
                ],
                returns: ResultType::Varchar,
                form: ResultForm::Text,
                on_bad_input: OnBadInput::Null,
                ..FAMILY
            },
        ]
    }};
}
pub(super) use decompressors;

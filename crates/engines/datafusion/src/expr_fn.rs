//! The functions for the DataFrame API. Each returns an [`Expr`].
//!
//! `xxh3(v)` takes the arguments that are required; `xxh3_with_seed(v, seed)` takes optional ones too. Functions of rows
//! take a list of values.

use datafusion::logical_expr::Expr;

fn call(name: &str, args: Vec<Expr>) -> Expr {
    let function = hashlane_catalog::find(name).expect("generated from the catalogue");
    crate::udf(function).call(args)
}

fn aggregate(name: &str, args: Vec<Expr>) -> Expr {
    let function = hashlane_catalog::find(name).expect("generated from the catalogue");
    crate::udaf(function).call(args)
}

/// Makes functions that call those of the catalogue. The first of several has the name in the catalogue.
macro_rules! functions {
    ($by:ident: $(
        #[doc = $doc:literal]
        $name:ident($($arg:ident),* $(; $row:ident)?) $(, $longer:ident($($args:ident),*))*;
    )*) => {$(
        #[doc = $doc]
        pub fn $name($($arg: Expr,)* $($row: Vec<Expr>)?) -> Expr {
            $by(stringify!($name), [vec![$($arg),*] $(, $row)?].concat())
        }
        $(
            #[doc = $doc]
            pub fn $longer($($args: Expr),*) -> Expr {
                $by(stringify!($name), vec![$($args),*])
            }
        )*
    )*};
}

include!("generated/expr_fn.rs");

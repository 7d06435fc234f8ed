//! Manifests, and the damage they find.
//!
//! | module | covers |
//! |---|---|
//! | `flips` | damage anywhere in a sealed file is found and located |
//! | `manifests` | manifests that are damaged, foreign or of later versions |
//! | `reference` | a Python program parses manifests by the specification |
//! | `refusals` | files that are not sealed, and why |

mod flips;
mod manifests;
mod reference;
mod refusals;

use hashlane_parquet::seal::{Damage, Damaged, Manifest, What, check, seal};

use crate::written::Memory;

fn sealed(bytes: &[u8]) -> Manifest {
    seal(&Memory(bytes), 2, Some("hl1:40:00112233445566778899aabbccddeeff".to_owned())).unwrap()
}

fn damages(bytes: &[u8], manifest: &Manifest) -> Vec<Damage> {
    check(&Memory(bytes), manifest, 2).unwrap()
}

fn part(damage: &Damage) -> What {
    match &damage.what {
        Damaged::Part { what, .. } => *what,
        other => panic!("{other:?} is no part"),
    }
}

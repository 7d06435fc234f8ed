//! Seeds and outputs that end or start at an unmapped page.

use hashlane_kernels::blocks::{self, BLOCK_ROWS, HashKernel, Rows, Seeds};
use hashlane_kernels::hash::Digester;

use super::Place;
use crate::instruction_sets::seeds;
use crate::support::fence::Fence;
use crate::support::hash::{self, Hash, Unwritten, key_of};
use crate::support::inputs::{ragged, slices};
use crate::support::reference;
use crate::support::sets::sets;

/// A column with a seed for each row, and the end at which its seeds and its output lie.
struct Case<'a> {
    rows: Rows<'a>,
    seeds: &'a [u64],
    place: Place,
    fences: &'a mut (Fence, Fence),
}

impl Case<'_> {
    /// The output on each set.
    fn run<S: Copy, T: Unwritten>(&mut self, seeds: &[S], kernel: HashKernel<S, T>) -> Vec<Vec<T>> {
        let unwritten = vec![T::UNWRITTEN; self.rows.len()];
        let mut outputs = Vec::new();
        for &isa in sets() {
            let seeds = Seeds::Column(self.place.put(&mut self.fences.0, seeds));
            let out = self.place.put(&mut self.fences.1, &unwritten);
            blocks::hash(isa, &self.rows, seeds, out, kernel);
            outputs.push(out.to_vec());
        }
        outputs
    }

    fn keys(&self) -> Vec<u128> {
        self.seeds.iter().map(|seed| key_of(*seed)).collect()
    }

    fn digest(&mut self, digester: &Digester) -> Vec<Vec<u8>> {
        let unwritten = vec![u8::UNWRITTEN; self.rows.len() * digester.width()];
        let mut outputs = Vec::new();
        for &isa in sets() {
            let out = self.place.put(&mut self.fences.1, &unwritten);
            digester.digest(isa, &self.rows, out);
            outputs.push(out.to_vec());
        }
        outputs
    }

    /// The canonical bytes of the output on each set.
    fn hash(&mut self, hash: &Hash) -> Vec<Vec<u8>> {
        match hash {
            Hash::Of32(_, kernel) => {
                let seeds: Vec<u32> = self.seeds.iter().map(|seed| *seed as u32).collect();
                let outputs = self.run(&seeds, *kernel).into_iter();
                outputs.map(|out| out.into_iter().flat_map(u32::to_be_bytes).collect()).collect()
            }
            Hash::Of64(_, kernel) => {
                let outputs = self.run(self.seeds, *kernel).into_iter();
                outputs.map(|out| out.into_iter().flat_map(u64::to_be_bytes).collect()).collect()
            }
            Hash::Of128(_, kernel) => {
                self.run(self.seeds, *kernel).iter().map(|out| out.concat()).collect()
            }
            Hash::Keyed64(_, kernel) => {
                let outputs = self.run(&self.keys(), *kernel).into_iter();
                outputs.map(|out| out.into_iter().flat_map(u64::to_be_bytes).collect()).collect()
            }
            Hash::Keyed128(_, kernel) => {
                self.run(&self.keys(), *kernel).iter().map(|out| out.concat()).collect()
            }
            Hash::Digest(_, digester) => self.digest(digester),
        }
    }
}

#[test]
fn of_columns_of_every_size() {
    let mut fences = (Fence::new(1 << 13), Fence::new(1 << 17));
    for count in (0..=3 * 16 + 1).chain([BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1]) {
        let texts = ragged(count as u64, count, 270);
        let texts = slices(&texts);
        let seeds = &seeds(count);
        for place in [Place::Start, Place::End] {
            for hash in hash::all() {
                let expected = reference::hashes(&hash, &texts, Seeds::Column(seeds));
                let rows = Rows::Slices(&texts);
                let outputs = Case { rows, seeds, place, fences: &mut fences }.hash(&hash);
                for (isa, output) in sets().iter().zip(outputs) {
                    let name = hash.name();
                    assert!(output == expected, "{name} of {count} rows at the {place:?} on {isa}");
                }
            }
        }
    }
}

//! The same cells in every layout that an Arrow array can have.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray,
    LargeBinaryArray, LargeStringArray, PrimitiveArray, RunArray, StringArray, StringViewArray,
    make_array,
};
use arrow::buffer::NullBuffer;
use arrow::datatypes::{
    ArrowDictionaryKeyType, ArrowNativeType, Int8Type, Int16Type, Int32Type, UInt64Type,
};

use super::inputs::Cells;

/// An array and its description.
pub type Named = (String, ArrayRef);

fn named(what: &str, arrays: impl IntoIterator<Item = ArrayRef>) -> Vec<Named> {
    arrays.into_iter().map(|a| (format!("{what} {}", a.data_type()), a)).collect()
}

/// The cells in each type that can hold them, except dictionaries and runs.
pub fn plain(cells: &[Option<Vec<u8>>]) -> Vec<ArrayRef> {
    let bytes: Vec<Option<&[u8]>> = cells.iter().map(Option::as_deref).collect();
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(BinaryArray::from(bytes.clone())),
        Arc::new(LargeBinaryArray::from(bytes.clone())),
        Arc::new(BinaryViewArray::from(bytes.clone())),
    ];
    let texts: Option<Vec<Option<&str>>> =
        bytes.iter().map(|cell| cell.map(std::str::from_utf8).transpose().ok()).collect();
    if let Some(texts) = texts {
        arrays.push(Arc::new(StringArray::from(texts.clone())));
        arrays.push(Arc::new(LargeStringArray::from(texts.clone())));
        arrays.push(Arc::new(StringViewArray::from(texts)));
    }
    if let Some(width) = width(cells).filter(|width| *width > 0) {
        let fixed = FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes.into_iter(), width);
        arrays.push(Arc::new(fixed.expect("cells of one width")));
    }
    arrays
}

/// The width of the cells if they all have the same.
fn width(cells: &[Option<Vec<u8>>]) -> Option<i32> {
    let mut widths = cells.iter().flatten().map(Vec::len);
    let first = widths.next()?;
    widths.all(|width| width == first).then_some(first as i32)
}

/// A cell that no codec can decompress, as wide as the others if they have one width.
fn junk(cells: &[Option<Vec<u8>>]) -> Option<Vec<u8>> {
    Some(vec![b'x'; width(cells).unwrap_or(14) as usize])
}

/// `cells` with `before` junk cells before them and some after.
fn surrounded(cells: &[Option<Vec<u8>>], before: usize) -> Cells {
    let junk = junk(cells);
    let mut longer = vec![junk.clone(); before];
    longer.extend_from_slice(cells);
    longer.extend([junk, None]);
    longer
}

/// Slices at offsets that are not multiples of 8, and slices of slices.
fn sliced(cells: &[Option<Vec<u8>>]) -> Vec<Named> {
    let len = cells.len();
    let once = plain(&surrounded(cells, 3)).into_iter().map(|a| a.slice(3, len));
    let twice =
        plain(&surrounded(cells, 13)).into_iter().map(|a| a.slice(5, len + 9).slice(8, len));
    let mut arrays = named("a slice of", once);
    arrays.extend(named("a slice of a slice of", twice));
    arrays
}

/// NULL slots that contain bytes.
fn garbage_under_nulls(cells: &[Option<Vec<u8>>]) -> Vec<Named> {
    let filled: Cells = cells.iter().map(|cell| cell.clone().or_else(|| junk(cells))).collect();
    let nulls: NullBuffer = cells.iter().map(Option::is_some).collect();
    let with_nulls = |array: ArrayRef| {
        let data = array.to_data().into_builder().nulls(Some(nulls.clone())).build();
        make_array(data.expect("as many bits as rows"))
    };
    named("garbage under the NULLs of", plain(&filled).into_iter().map(with_nulls))
}

/// The distinct cells with junk before them that no row refers to, and the rows' keys. Every other
/// NULL is a NULL key; the rest refer to a NULL value.
fn keyed(cells: &[Option<Vec<u8>>], unreferenced: usize) -> (Cells, Vec<Option<usize>>) {
    let mut values = vec![junk(cells); unreferenced];
    let mut nulls = 0;
    let mut keys = Vec::new();
    for cell in cells {
        nulls += usize::from(cell.is_none());
        if cell.is_none() && nulls % 2 == 1 {
            keys.push(None);
            continue;
        }
        let found = values[unreferenced..].iter().position(|value| value == cell);
        keys.push(Some(
            unreferenced
                + found.unwrap_or_else(|| {
                    values.push(cell.clone());
                    values.len() - unreferenced - 1
                }),
        ));
    }
    (values, keys)
}

/// A dictionary for each type of `values`. The slots of NULL keys point to no value.
pub fn dictionaries<K: ArrowDictionaryKeyType>(
    values: &[Option<Vec<u8>>],
    keys: &[Option<usize>],
) -> Vec<ArrayRef> {
    let native = |key: usize| K::Native::from_usize(key).expect("a key that fits");
    let slots: Vec<K::Native> = keys.iter().map(|key| native(key.unwrap_or(127))).collect();
    let nulls: NullBuffer = keys.iter().map(Option::is_some).collect();
    let keys = PrimitiveArray::<K>::new(slots.into(), Some(nulls));
    let dictionary =
        |values| DictionaryArray::try_new(keys.clone(), values).expect("keys in range");
    plain(values).into_iter().map(|values| Arc::new(dictionary(values)) as ArrayRef).collect()
}

fn all_dictionaries(cells: &[Option<Vec<u8>>]) -> Vec<Named> {
    let (few, few_keys) = keyed(cells, 1);
    let (many, many_keys) = keyed(cells, (cells.len() + 1).saturating_sub(few.len()) + 2);
    let mut arrays = named("few values,", dictionaries::<Int8Type>(&few, &few_keys));
    arrays.extend(named("few values,", dictionaries::<UInt64Type>(&few, &few_keys)));
    arrays.extend(named("few values,", dictionaries::<Int32Type>(&few, &few_keys)));
    arrays.extend(named("many values,", dictionaries::<Int8Type>(&many, &many_keys)));
    arrays.extend(named("many values,", dictionaries::<Int32Type>(&many, &many_keys)));
    let longer = surrounded(cells, 3);
    let (values, keys) = keyed(&longer, 2);
    let slices = dictionaries::<UInt64Type>(&values, &keys).into_iter();
    arrays.extend(named("a slice of", slices.map(|a| a.slice(3, cells.len()))));
    arrays
}

/// The cells as runs; equal neighbors share one.
pub fn runs(cells: &[Option<Vec<u8>>]) -> Vec<ArrayRef> {
    let (mut ends, mut values) = (Vec::new(), Cells::new());
    for (i, cell) in cells.iter().enumerate() {
        if values.last() == Some(cell) {
            *ends.last_mut().expect("a run") = i as i32 + 1;
        } else {
            ends.push(i as i32 + 1);
            values.push(cell.clone());
        }
    }
    let shorter = ends.iter().map(|&end| end as i16).collect::<PrimitiveArray<Int16Type>>();
    let ends = PrimitiveArray::<Int32Type>::from(ends);
    let run = |values: ArrayRef| -> [ArrayRef; 2] {
        [
            Arc::new(RunArray::try_new(&ends, &values).expect("ends that ascend")),
            Arc::new(RunArray::try_new(&shorter, &values).expect("ends that ascend")),
        ]
    };
    plain(&values).into_iter().flat_map(run).collect()
}

/// Each cell three times in a row, in runs; a slice selects the middle one.
fn sliced_runs(cells: &[Option<Vec<u8>>]) -> Vec<ArrayRef> {
    let longer = surrounded(cells, 3);
    runs(&longer).into_iter().map(|array| array.slice(3, cells.len())).collect()
}

/// The cells in every layout.
pub fn layouts(cells: &[Option<Vec<u8>>]) -> Vec<Named> {
    let mut arrays = named("", plain(cells));
    arrays.extend(sliced(cells));
    arrays.extend(garbage_under_nulls(cells));
    arrays.extend(all_dictionaries(cells));
    arrays.extend(named("", runs(cells)));
    arrays.extend(named("a slice of", sliced_runs(cells)));
    arrays
}

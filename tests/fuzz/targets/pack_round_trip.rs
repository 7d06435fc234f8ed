//! Values to a pack and back. The first byte is the codec, the second the bytes of a chunk, then come the
//! values: each behind its length, where 255 stands for NULL.
#![no_main]

use hashlane_codecs::Workspace;
use hashlane_codecs::pack::{ChunkCodec, Pack, PackBuilder};
use libfuzzer_sys::fuzz_target;

const NULL: u8 = 255;

fn values(mut data: &[u8]) -> Vec<Option<&[u8]>> {
    let mut values = Vec::new();
    while let Some((&len, rest)) = data.split_first() {
        let value = (len != NULL).then(|| rest.split_at(usize::from(len).min(rest.len())));
        values.push(value.map(|(value, _)| value));
        data = value.map_or(rest, |(_, rest)| rest);
    }
    values
}

fuzz_target!(|data: &[u8]| {
    let Some((&[codec, size], data)) = data.split_first_chunk() else { return };
    let codec =
        [ChunkCodec::None, ChunkCodec::Lz4, ChunkCodec::Fsst, ChunkCodec::Zstd { level: 1 }]
            [usize::from(codec) % 4];
    let chunk_bytes = 1 << (size % 12);
    let values = values(data);
    let mut workspace = Workspace::default();
    let build = |values: &[Option<&[u8]>], workspace: &mut Workspace| {
        let mut builder = PackBuilder::new(codec, chunk_bytes).expect("they are allowed");
        values.iter().for_each(|value| builder.push(workspace, *value).expect("it fits"));
        builder
    };
    let whole = build(&values, &mut workspace).finish(&mut workspace).expect("there is memory");
    let (one, two) = values.split_at(values.len() / 2);
    let (mut first, second) = (build(one, &mut workspace), build(two, &mut workspace));
    first.append(&mut workspace, &second).expect("they are alike");
    let parts = first.finish(&mut workspace).expect("there is memory");
    for bytes in [whole, parts] {
        let pack = Pack::open(&bytes).expect("we wrote it");
        assert_eq!(pack.len() as usize, values.len());
        assert_eq!((pack.codec(), pack.chunk_bytes()), (codec, chunk_bytes));
        let mut all = pack.values(1 << 20);
        for (i, value) in values.iter().enumerate() {
            assert_eq!(all.next(&mut workspace), Ok(Some(*value)));
            let mut got = Vec::new();
            let is_there = pack.get(&mut workspace, i as u64, 1 << 20, &mut got);
            assert_eq!(is_there.map(|is_there| is_there.then_some(&got[..])), Ok(*value));
        }
        assert_eq!(all.next(&mut workspace), Ok(None));
    }
});

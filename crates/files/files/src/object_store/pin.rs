//! Detects that an object has changed between two requests.

use object_store::{GetOptions, GetRange, ObjectMeta};
use std::ops::Range;

use crate::FileVersion;

/// The version of an object when it was opened. Every later request gets this version or fails.
#[derive(Debug)]
pub(super) struct ObjectPin(ObjectMeta);

impl ObjectPin {
    pub(super) fn new(meta: ObjectMeta) -> Self {
        ObjectPin(meta)
    }

    /// The number of bytes in the object.
    pub(super) fn size(&self) -> u64 {
        self.0.size
    }

    /// Its version.
    pub(super) fn version(&self) -> FileVersion {
        version(&self.0)
    }

    /// A request for a range. The server rejects it if the object has been replaced.
    pub(super) fn get(&self, range: Range<u64>) -> GetOptions {
        GetOptions { range: Some(GetRange::Bounded(range)), ..self.condition() }
    }

    /// Adds a condition to `options`. The server rejects the request if the object has been replaced.
    #[cfg(feature = "cloud_stores")]
    pub(super) fn conditional(&self, options: GetOptions) -> GetOptions {
        let GetOptions { if_match, if_unmodified_since, .. } = self.condition();
        let if_match = if_match.map(|tag| format!("\"{}\"", bare(&tag)));
        GetOptions { if_match, if_unmodified_since, ..options }
    }

    fn condition(&self) -> GetOptions {
        if let Some(tag) = self.strong_tag() {
            return GetOptions { if_match: Some(tag.to_owned()), ..GetOptions::default() };
        }
        // RFC 9110, 13.1.1: a weak tag never matches under If-Match. If a server sends no time, `object_store` reports
        // the epoch, and every object has been modified since.
        let modified = Some(self.0.last_modified).filter(|time| time.timestamp() > 0);
        GetOptions { if_unmodified_since: modified, ..GetOptions::default() }
    }

    /// Its tag, if no other version has the same.
    pub(super) fn strong_tag(&self) -> Option<&str> {
        self.0.e_tag.as_deref().filter(|tag| !tag.starts_with("W/"))
    }

    /// Whether `meta` has the same version. Plain web servers ignore conditions.
    pub(super) fn holds(&self, meta: &ObjectMeta) -> bool {
        let same_tag = match (&self.0.e_tag, &meta.e_tag) {
            (Some(before), Some(now)) => bare(before) == bare(now),
            // Without tags, only the time is known.
            _ => self.0.last_modified == meta.last_modified,
        };
        same_tag && self.0.size == meta.size
    }
}

/// Returns the version of an object, by its tag: listings have no versions. If a server sends no time, `object_store` reports the epoch.
pub(super) fn version(meta: &ObjectMeta) -> FileVersion {
    let modified = meta.last_modified.timestamp_micros();
    let tag = meta.e_tag.as_deref().or(meta.version.as_deref()).map(bare);
    FileVersion {
        size: meta.size,
        modified: Some(modified).filter(|time| *time > 0),
        tag: tag.map(str::to_owned),
    }
}

/// Returns a tag without its quotes, which Azure leaves out in listings.
pub(super) fn bare(tag: &str) -> &str {
    tag.trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::path::Path;

    fn meta(e_tag: Option<&str>) -> ObjectMeta {
        ObjectMeta {
            location: Path::from("a"),
            last_modified: Default::default(),
            size: 9,
            e_tag: e_tag.map(str::to_owned),
            version: None,
        }
    }

    #[test]
    fn a_strong_tag_is_a_condition_and_a_weak_one_is_not() {
        assert_eq!(
            ObjectPin::new(meta(Some("\"1\""))).get(0..1).if_match.as_deref(),
            Some("\"1\"")
        );
        let weak = ObjectPin::new(meta(Some("W/\"1\""))).get(0..1);
        assert_eq!((weak.if_match, weak.if_unmodified_since), (None, None));
    }

    #[test]
    fn another_tag_or_size_is_another_object() {
        let pin = ObjectPin::new(meta(Some("1")));
        assert!(pin.holds(&meta(Some("1"))));
        assert!(pin.holds(&meta(Some("\"1\""))));
        assert!(!pin.holds(&meta(Some("2"))));
        assert!(!pin.holds(&ObjectMeta { size: 8, ..meta(Some("1")) }));
    }
}

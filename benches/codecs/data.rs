//! The data sets, the same ones in every run.

use std::rc::Rc;

/// A column of strings: their bytes, one after the other.
pub struct Column {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Column {
    /// The rows in order.
    pub fn new<T: AsRef<[u8]>>(rows: impl Iterator<Item = T>) -> Rc<Self> {
        let mut column = Column { bytes: Vec::new(), ends: Vec::new() };
        for row in rows {
            column.bytes.extend_from_slice(row.as_ref());
            column.ends.push(column.bytes.len());
        }
        Rc::new(column)
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[u8] {
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[i]]
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|i| self.row(i))
    }
}

/// A data set: an unlimited sequence of values by number.
pub struct DataSet {
    /// Its name in records and filters.
    pub name: &'static str,
    /// The rows of a column.
    pub rows: usize,
    /// The value with a number.
    pub value: fn(u64) -> String,
}

/// All data sets.
pub const DATA_SETS: &[DataSet] = &[
    DataSet { name: "urls", rows: 8192, value: url },
    DataSet { name: "json", rows: 4096, value: event },
];

/// Values that are too short for all codecs except those in packs.
pub const SHORT: DataSet = DataSet { name: "words", rows: 8192, value: word };

impl DataSet {
    /// The rows that are compressed: every other value.
    pub fn column(&self) -> Rc<Column> {
        Column::new((0..self.rows as u64).map(|i| (self.value)(2 * i)))
    }

    /// The values between, which dictionaries and symbol tables are trained on.
    pub fn other_half(&self) -> Rc<Column> {
        Column::new((0..self.rows as u64).map(|i| (self.value)(2 * i + 1)))
    }
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// The next 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// One of some strings; the first ones are more frequent.
    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        let end = 1 + self.below(texts.len() as u64);
        texts[self.below(end) as usize]
    }
}

const HOSTS: &[&str] = &[
    "www.northwind.com",
    "shop.example.com",
    "news.example.org",
    "www.contoso.com",
    "m.wikipedia.org",
    "docs.fabrikam.net",
];

const SECTIONS: &[&str] =
    &["product", "category", "article", "search", "help", "user", "review", "archive"];

const WORDS: &[&str] = &[
    "garden", "summer", "winter", "leather", "wireless", "kitchen", "travel", "running", "cotton",
    "classic", "harbor", "silver", "camera", "window", "mountain", "market", "coffee", "letter",
    "bridge", "island", "yellow", "modern", "ceramic", "outdoor", "record", "forest", "copper",
    "engine", "pocket", "velvet", "orange", "museum",
];

const AGENTS: &[&str] = &[
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
     Chrome/126.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like \
     Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) \
     Version/17.4 Safari/605.1.15",
];

const CITIES: &[&str] =
    &["London", "Sao Paulo", "Nairobi", "Osaka", "Chicago", "Lyon", "Pune", "Gdansk", "Lima"];

const SYLLABLES: &[&str] = &[
    "er", "in", "con", "ter", "re", "ment", "al", "de", "tion", "ing", "ble", "pro", "ly", "com",
    "en", "di", "per", "ty", "im", "ness", "or", "un", "ful", "ex", "ra", "est", "si", "ma", "ver",
    "to",
];

/// A word of two to four syllables.
fn word(number: u64) -> String {
    let mut random = Random(number ^ 0x776f_7264);
    let count = 2 + random.below(3);
    (0..count).map(|_| random.one_of(SYLLABLES)).collect()
}

/// A URL of about 54 bytes.
fn url(number: u64) -> String {
    page(&mut Random(number))
}

fn page(random: &mut Random) -> String {
    let (host, section) = (random.one_of(HOSTS), random.one_of(SECTIONS));
    let (first, second) = (random.one_of(WORDS), random.one_of(WORDS));
    let id = random.below(1_000_000);
    format!("https://{host}/{section}/{first}-{second}-{id}")
}

/// An event of a web shop as JSON, of about 850 bytes.
fn event(number: u64) -> String {
    let mut random = Random(number ^ 0x6a73_6f6e);
    let random = &mut random;
    let kind = random.one_of(&["page_view", "click", "add_to_cart", "search", "purchase"]);
    let (day, seconds) = (1 + random.below(28), random.below(86_400));
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let (id, session) = (random.next(), random.next());
    let (user, millis) = (random.below(2_000_000), random.below(1000));
    let (agent, city) = (random.one_of(AGENTS), random.one_of(CITIES));
    let (page, referrer) = (page(random), page(random));
    let (net, host) = (random.below(256), random.below(256));
    let items: Vec<String> = (0..3 + random.below(3)).map(|_| item(random)).collect();
    let (load, scroll) = (random.below(4000), random.below(100));
    let screen = random.one_of(&["1920x1080", "390x844", "1440x900"]);
    format!(
        "{{\"event_id\":\"{id:016x}\",\"type\":\"{kind}\",\"timestamp\":\
         \"2026-05-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z\",\
         \"user\":{{\"id\":{user},\"session\":\"{session:016x}\",\"ip\":\"10.42.{net}.{host}\",\
         \"agent\":\"{agent}\"}},\"geo\":{{\"city\":\"{city}\",\"accuracy_km\":{net}}},\
         \"page\":{{\"url\":\"{page}\",\"referrer\":\"{referrer}\",\"load_ms\":{load},\
         \"scroll\":{scroll}}},\"screen\":\"{screen}\",\
         \"items\":[{}],\"experiments\":[\"checkout-v2\",\"new-search\"],\"consent\":true}}",
        items.join(",")
    )
}

fn item(random: &mut Random) -> String {
    let (first, second) = (random.one_of(WORDS), random.one_of(WORDS));
    let (sku, cents) = (random.below(100_000), random.below(20_000));
    let (price, quantity) = (cents as f64 / 100.0, 1 + random.below(3));
    format!(
        "{{\"sku\":\"HL-{sku:05}\",\"name\":\"{first} {second}\",\"price\":{price:.2},\
         \"quantity\":{quantity}}}"
    )
}

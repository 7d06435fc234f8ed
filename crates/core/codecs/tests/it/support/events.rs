//! Typical column values, the same in every run: JSON events of an application, and URLs.

use super::inputs::Numbers;

const HOSTS: [&str; 6] = [
    "shop.example.com",
    "api.example.com",
    "img.example.net",
    "www.example.org",
    "m.example.com",
    "static.example.net",
];
const SECTIONS: [&str; 8] =
    ["products", "cart", "checkout", "search", "account", "reviews", "help", "offers"];
const WORDS: [&str; 24] = [
    "red", "linen", "shirt", "garden", "chair", "lamp", "copper", "kettle", "winter", "boots",
    "paper", "desk", "olive", "blanket", "steel", "bottle", "mirror", "oak", "shelf", "cotton",
    "rug", "glass", "bowl", "candle",
];
const AGENTS: [&str; 6] = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/",
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/",
    "okhttp/4.12.0 build/",
];
const EVENTS: [&str; 6] =
    ["page_view", "add_to_cart", "purchase", "search", "login", "remove_from_cart"];
const COUNTRIES: [&str; 8] = ["DE", "FR", "US", "GB", "NL", "PL", "ES", "JP"];
const LEVELS: [&str; 4] = ["info", "info", "warn", "error"];

fn one<'a>(numbers: &mut Numbers, of: &[&'a str]) -> &'a str {
    of[numbers.below(of.len())]
}

fn words(numbers: &mut Numbers, count: usize, between: &str) -> String {
    let words: Vec<&str> = (0..count).map(|_| one(numbers, &WORDS)).collect();
    words.join(between)
}

fn hex(numbers: &mut Numbers, digits: usize) -> String {
    (0..digits).map(|_| char::from(b"0123456789abcdef"[numbers.below(16)])).collect()
}

fn uuid(numbers: &mut Numbers) -> String {
    [8, 4, 4, 4, 12].map(|digits| hex(numbers, digits)).join("-")
}

fn url(numbers: &mut Numbers) -> String {
    format!(
        "https://{}/{}/{}/{}",
        one(numbers, &HOSTS),
        one(numbers, &SECTIONS),
        words(numbers, 2, "-"),
        numbers.below(100_000)
    )
}

/// `count` URLs of about 54 bytes.
pub fn urls(seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut numbers = Numbers(seed);
    (0..count).map(|_| url(&mut numbers).into_bytes()).collect()
}

fn items(numbers: &mut Numbers) -> String {
    let items: Vec<String> = (0..2 + numbers.below(2))
        .map(|_| {
            format!(
                r#"{{"sku":"{}-{:05}","title":"{}","price":{}.{:02},"quantity":{}}}"#,
                one(numbers, &["AX", "BK", "CM", "DT"]),
                numbers.below(100_000),
                words(numbers, 3, " "),
                numbers.below(300),
                numbers.below(100),
                1 + numbers.below(5)
            )
        })
        .collect();
    items.join(",")
}

fn client(numbers: &mut Numbers) -> String {
    format!(
        r#"{{"ip":"{}.{}.{}.{}","country":"{}","user_agent":"{}{}.{}","screen":[{},{}]}}"#,
        numbers.below(256),
        numbers.below(256),
        numbers.below(256),
        numbers.below(256),
        one(numbers, &COUNTRIES),
        one(numbers, &AGENTS),
        100 + numbers.below(30),
        numbers.below(10_000),
        [360, 768, 1280, 1920][numbers.below(4)],
        [640, 800, 1024, 1080][numbers.below(4)]
    )
}

fn event(numbers: &mut Numbers) -> String {
    format!(
        r#"{{"id":"{}","type":"{}","timestamp":"2026-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z","level":"{}","user":{{"id":{},"session":"{}","returning":{}}},"url":"{}","referrer":"{}","query":"{}","client":{},"cart":{{"items":[{}],"currency":"{}"}},"trace":{{"request_id":"{}","region":"eu-central-{}","duration_ms":{},"status":{},"upstream":"10.0.{}.{}:8080"}}}}"#,
        uuid(numbers),
        one(numbers, &EVENTS),
        1 + numbers.below(12),
        1 + numbers.below(28),
        numbers.below(24),
        numbers.below(60),
        numbers.below(60),
        numbers.below(1000),
        one(numbers, &LEVELS),
        numbers.below(10_000_000),
        hex(numbers, 24),
        numbers.below(2) == 0,
        url(numbers),
        url(numbers),
        words(numbers, 3, "+"),
        client(numbers),
        items(numbers),
        one(numbers, &["EUR", "USD", "GBP"]),
        hex(numbers, 16),
        numbers.below(4),
        numbers.below(3000),
        [200, 200, 200, 302, 404, 500][numbers.below(6)],
        numbers.below(8),
        numbers.below(256)
    )
}

/// `count` events of about 850 bytes.
pub fn events(seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut numbers = Numbers(seed);
    (0..count).map(|_| event(&mut numbers).into_bytes()).collect()
}

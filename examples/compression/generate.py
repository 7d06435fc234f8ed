"""Events and log lines such as a shop's servers write, the same in every run.

What repeats repeats as it does there: names of fields and of pages, agents of browsers, customers who come back.
Ids, times and amounts are random, and nothing saves their bits.
"""

import datetime
import json
import random

START = datetime.datetime(2026, 7, 1)
KINDS = [("page_view", 60), ("product_view", 25), ("add_to_cart", 10), ("purchase", 5)]
AGENTS = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_{} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (X11; Linux x86_64; rv:{0}.0) Gecko/20100101 Firefox/{0}.0",
]
CITIES = [("Oslo", "NO"), ("Bonn", "DE"), ("Lyon", "FR"), ("Graz", "AT"), ("Porto", "PT"), ("Malmö", "SE")]
WORDS = "lamp chair table rug shelf sofa desk mirror vase clock bench stool cushion curtain candle basket".split()
ENDPOINTS = ["/api/v1/orders/{}", "/api/v1/carts/{}/items", "/api/v1/products/{}", "/api/v1/search", "/healthz"]
LOGGERS = ["shop.http.access", "shop.http.access", "shop.http.access", "shop.orders.service", "shop.db.pool"]


def hex_id(rng, digits):
    return f"{rng.getrandbits(4 * digits):0{digits}x}"


def uuid(rng):
    text = hex_id(rng, 32)
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def item(rng):
    name = f"{rng.choice(WORDS)}-{rng.choice(WORDS)}"
    sku, price = rng.randrange(10**6), rng.randrange(500, 90000) / 100
    return {"sku": f"SKU-{sku:06}", "name": name, "price": price, "quantity": rng.randint(1, 3)}


def customers(rng, count):
    """People with what stays the same from event to event."""
    made = []
    for _ in range(count):
        city, country = rng.choice(CITIES)
        agent = rng.choice(AGENTS).format(rng.randint(3, 140))
        made.append({"user_id": uuid(rng), "city": city, "country": country, "agent": agent})
    return made


def event(rng, number, time, customer):
    kinds, weights = zip(*KINDS)
    kind = rng.choices(kinds, weights)[0]
    path = f"/{rng.choice(WORDS)}s/{rng.choice(WORDS)}-{rng.randrange(10**5)}"
    made = {
        "event_id": uuid(rng),
        "event_type": kind,
        "schema": f"https://schemas.example.com/shop/{kind}/1-0-3",
        "sequence": number,
        "occurred_at": time.isoformat(timespec="milliseconds") + "Z",
        "user": {"id": customer["user_id"], "session_id": hex_id(rng, 24), "is_new": rng.random() < 0.1},
        "context": {
            "user_agent": customer["agent"],
            "ip": f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(256)}",
            "geo": {"city": customer["city"], "country": customer["country"]},
            "viewport": {"width": rng.choice([390, 1280, 1440, 1920]), "height": rng.choice([720, 844, 900, 1080])},
        },
        "page": {"url": "https://shop.example.com" + path, "referrer": "https://www.example.com/search?q=" + path[1:5]},
        "app": {"name": "shop-web", "version": f"4.12.{rng.randrange(4)}", "locale": customer["country"].lower()},
        "experiments": {"checkout_layout": rng.choice("ab"), "ranking": rng.choice(["control", "model_7"])},
        "consent": {"analytics": True, "marketing": rng.random() < 0.4},
    }
    if kind != "page_view":
        made["items"] = [item(rng) for _ in range(rng.randint(1, 2 if kind == "add_to_cart" else 3))]
    return made


def events(count, seed=1):
    """Tuples of a number, a time and an event as JSON."""
    rng = random.Random(seed)
    people = customers(rng, 5000)
    for number in range(count):
        time = START + datetime.timedelta(milliseconds=number * 860 + rng.randrange(800))
        made = event(rng, number, time, rng.choice(people))
        yield number, time, json.dumps(made, ensure_ascii=False, separators=(",", ":"))


def log_lines(count, seed=2):
    """Lines as they stand in a log file, one after the other in time."""
    rng = random.Random(seed)
    for number in range(count):
        time = START + datetime.timedelta(milliseconds=number * 90 + rng.randrange(80))
        level = rng.choices(["INFO", "WARN", "ERROR"], [95, 4, 1])[0]
        path = rng.choice(ENDPOINTS).format(rng.randrange(10**6))
        method, status = rng.choice(["GET", "GET", "GET", "POST"]), 500 if level == "ERROR" else 200
        yield (
            f"{time.isoformat(timespec='milliseconds')}Z {level:<5} [worker-{rng.randrange(16)}] "
            f"{rng.choice(LOGGERS)}: {method} {path} status={status} duration_ms={rng.randrange(4, 900)} "
            f"bytes={rng.randrange(200, 60000)} request_id={hex_id(rng, 16)}"
        )

#!/usr/bin/env python3
"""Writes orders as XML, the same for the same arguments. Usage: make_orders.py FILE MEGABYTES [SEED]

An order has attributes, elements with and without attributes, items that occur once or several times, optional and empty
elements, numbers, dates, references, CDATA sections, comments and text that is not ASCII.
"""

import random
import sys

FIRST_NAMES = "Anna Björn Chloé Dmitri Eszter Fatima Günter Hanako José Łukasz Søren Zoë 李伟 さくら Ελένη".split()
LAST_NAMES = "O'Brien Müller García Nowak Tanaka Smith Çelik Dvořák Петров 佐藤".split()
CITIES = "Zürich København Kraków 東京 Москва Reykjavík London Chicago Αθήνα".split()
WORDS = "amber basket copper delta ember forest garden harbor island jacket kettle ladder marble naïve orange paper".split()


def order(number, random):
    choice, integer = random.choice, random.randint
    date = f"20{integer(10, 25)}-{integer(1, 12):02}-{integer(1, 28):02}"
    time = f"{integer(0, 23):02}:{integer(0, 59):02}:{integer(0, 59):02}Z"
    gift = ' gift="true"' if random.random() < 0.2 else ""
    lines = [
        f'  <order id="{number}" created="{date}T{time}" status="{choice(["new", "paid", "shipped", "returned"])}"{gift}>',
        f'    <customer ref="c{integer(1, 99999)}" level="{integer(1, 5)}">',
        f"      <name>{choice(FIRST_NAMES)} {choice(LAST_NAMES)}</name>",
        f"      <email>{choice(WORDS)}.{integer(1, 999)}@example.com</email>",
        f'      <address country="{choice(["CH", "BR", "DK", "PL", "JP"])}"><street>{integer(1, 300)} {choice(WORDS)} St</street>'
        f"<city>{choice(CITIES)}</city><zip>{integer(10000, 99999)}</zip></address>",
        "    </customer>",
        "    <items>",
    ]
    total = 0
    for _ in range(integer(1, 6)):
        quantity, price = integer(1, 9), integer(99, 99999)
        total += quantity * price
        title = " ".join(choice(WORDS) for _ in range(integer(1, 4))) + choice(["", "", " &amp; more", " &#x2014; new"])
        lines.append(
            f'      <item sku="{choice(WORDS)[:3]}-{integer(1000, 9999)}" quantity="{quantity}"><title>{title}</title>'
            f'<price currency="EUR">{price / 100:.2f}</price>{"<fragile/>" if random.random() < 0.3 else ""}</item>'
        )
    lines += ["    </items>", f"    <total>{total / 100:.2f}</total>", f"    <paid>{choice(['true', 'false'])}</paid>"]
    lines.append(f"    <due>{date}</due>")
    for _ in range(random.choice([0, 0, 1, 1, 2, 3])):
        lines.append(f"    <tag>{choice(WORDS)}</tag>")
    kind = random.random()
    if kind < 0.2:
        lines.append(f"    <note><![CDATA[if (a < b && c > d) {{ {choice(WORDS)} }}]]></note>")
    elif kind < 0.5:
        lines.append(f"    <note> {' '.join(choice(WORDS) for _ in range(integer(3, 12)))}. </note>")
    elif kind < 0.6:
        lines.append(f"    <!-- {choice(WORDS)} --><note/>")
    lines.append("  </order>\n")
    return "\n".join(lines)


def write_orders(path, size, seed=1):
    """Writes a file of about this many bytes, and returns the number of orders."""
    generator = random.Random(seed)
    with open(path, "wb") as file:
        written = file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<orders version="1.2">\n')
        count = 0
        while written < size:
            count += 1
            written += file.write(order(count, generator).encode())
        file.write(b"</orders>\n")
    return count


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    write_orders(sys.argv[1], int(float(sys.argv[2]) * 1e6), *map(int, sys.argv[3:]))

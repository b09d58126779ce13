"""Writes the answers of croniter to random cron expressions around clock changes, which a test of packages/domain compares with ours.

    python3 -m venv venv && venv/bin/pip install croniter==6.2.4
    venv/bin/python scripts/cron-oracle/generate.py > packages/domain/fixtures/cron-oracle.tsv

A line holds, parted by tabs: expression, zone, base, `wall`, `plain`. The base is in seconds since 1970, the answers in seconds after it.
`plain` is croniter's own answer, given the base in the zone; `=` stands for the same as `wall`. `wall` takes from croniter the times
that a clock without changes would show, and from Python's zoneinfo when the zone's clock shows them (docs/decisions/schedules.md).
The same seed gives the same cases. The zones are those of the system's time zone database.
"""

import random
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from croniter import croniter

CASES = 12_000
SEED = 20261121

ZONES = """Europe/Berlin Europe/London Europe/Lisbon Europe/Moscow Europe/Istanbul America/New_York America/Los_Angeles
America/St_Johns America/Havana America/Sao_Paulo America/Santiago America/Asuncion America/Caracas America/Scoresbysund
Africa/Casablanca Africa/Cairo Africa/Tripoli Asia/Kathmandu Asia/Kolkata Asia/Tehran Asia/Beirut Asia/Amman Asia/Gaza
Asia/Pyongyang Asia/Tokyo Australia/Lord_Howe Australia/Adelaide Pacific/Apia Pacific/Auckland Pacific/Chatham Pacific/Norfolk
Antarctica/Troll Antarctica/Casey UTC""".split()

# The past, since no later release of the time zone database changes it.
FIRST_YEAR, LAST_YEAR = 1999, 2024

# Moments within this far of a change are where rules differ.
AROUND = timedelta(hours=30)

MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()
DAYS = "SUN MON TUE WED THU FRI SAT".split()


def main():
    rng = random.Random(SEED)
    changes = {zone: changes_of(ZoneInfo(zone)) for zone in ZONES}
    written = 0
    while written < CASES:
        zone = rng.choice(ZONES)
        expression = random_expression(rng)
        base = random_base(rng, changes[zone])
        try:
            ours, theirs = wall(expression, base, ZoneInfo(zone)), plain(expression, base, zone)
        except LookupError:
            continue
        print(expression, zone, seconds(base), after(base, ours), "=" if ours == theirs else after(base, theirs), sep="\t")
        written += 1
    print(f"{written} cases", file=sys.stderr)


def seconds(moment):
    return round(moment.timestamp())


def after(base, moment):
    return seconds(moment) - seconds(base)


def changes_of(zone):
    """The moments at which the zone's offset changes, to the minute."""
    found = []
    moment = datetime(FIRST_YEAR, 1, 1, tzinfo=timezone.utc)
    step = timedelta(hours=6)
    while moment.year <= LAST_YEAR:
        if offset(moment, zone) != offset(moment + step, zone):
            low, high = moment, moment + step
            while high - low > timedelta(minutes=1):
                middle = low + timedelta(minutes=((high - low) // timedelta(minutes=1)) // 2)
                low, high = (low, middle) if offset(middle, zone) == offset(high, zone) else (middle, high)
            found.append(high)
        moment += step
    return found


def offset(moment, zone):
    return moment.astimezone(zone).utcoffset()


def random_base(rng, changes):
    if changes and rng.random() < 0.8:
        base = rng.choice(changes) + AROUND * rng.uniform(-1, 0.3)
    else:
        base = datetime(rng.randint(FIRST_YEAR, LAST_YEAR), rng.randint(1, 12), rng.randint(1, 28), tzinfo=timezone.utc)
        base += timedelta(seconds=rng.randrange(86_400))
    return base.replace(second=0 if rng.random() < 0.5 else base.second, microsecond=0)


def plain(expression, base, zone):
    return checked(lambda: croniter(expression, base.astimezone(ZoneInfo(zone))).get_next(datetime))


def wall(expression, base, zone):
    """A fixed time: at the first of its moments, or else at the end of the gap. Otherwise: at each of its moments."""
    minute, hour = expression.split()[:2]
    if "*" not in minute and "*" not in hour:
        return next(moment for local in shown(expression, base, zone, timedelta(days=2))
                    if (moment := fixed(local, zone)) > base)
    best = None
    for local in shown(expression, base, zone, timedelta(hours=4)):
        for moment in moments(local, zone):
            if moment > base and (best is None or moment < best):
                best = moment
        if best is not None and local - best.astimezone(zone).replace(tzinfo=None) > timedelta(hours=4):
            return best


def shown(expression, base, zone, before):
    """The times that a clock without changes shows, from some time before the base."""
    start = base.astimezone(zone).replace(tzinfo=None) - before
    minute, hour, day, month, weekday = expression.split()
    if "*" in day or "*" in weekday:
        clock = croniter(expression, start, day_or=False)
        while True:
            yield checked(lambda: clock.get_next(datetime))
    # Either day field: asked for one by one, since croniter takes a full range such as 1-31 for `*`.
    local = start
    while True:
        by_day = checked(lambda: croniter(f"{minute} {hour} {day} {month} *", local).get_next(datetime), datetime.max)
        by_weekday = checked(lambda: croniter(f"{minute} {hour} * {month} {weekday}", local).get_next(datetime))
        local = min(by_day, by_weekday)
        yield local


def checked(ask, otherwise=None):
    try:
        return ask()
    except Exception as error:
        if otherwise is not None:
            return otherwise
        raise LookupError from error


def moments(local, zone):
    both = [local.replace(tzinfo=zone, fold=fold).astimezone(timezone.utc) for fold in (0, 1)]
    return sorted({moment for moment in both if moment.astimezone(zone).replace(tzinfo=None) == local})


def fixed(local, zone):
    while not moments(local, zone):
        local += timedelta(minutes=1)
    return moments(local, zone)[0]


def random_expression(rng):
    hour = field(rng, 0, 23, star=0.3) if rng.random() < 0.5 else field(rng, 0, 4, star=0.1, full=23)
    return " ".join([
        field(rng, 0, 59, star=0.15),
        hour,
        field(rng, 1, 31, star=0.6),
        field(rng, 1, 12, star=0.7, names=MONTHS),
        field(rng, 0, 7, star=0.6, names=DAYS),
    ])


def field(rng, low, high, star, names=(), full=None):
    if rng.random() < star:
        return "*"
    return ",".join(item(rng, low, high, names, full or high) for _ in range(rng.choice([1, 1, 1, 2, 3])))


def item(rng, low, high, names, full):
    kind = rng.random()
    if kind < 0.2:
        return f"*/{rng.randint(1, min(full, 30))}"
    first, last = sorted((rng.randint(low, high), rng.randint(low, high)))
    if kind < 0.6 or first == last:
        if names and rng.random() < 0.5:
            return rng.choice(names)
        return str(first)
    if names and rng.random() < 0.3:
        first, last = sorted((rng.randrange(len(names)), rng.randrange(len(names))))
        return f"{names[first]}-{names[last]}" if first < last else names[first]
    return f"{first}-{last}" if kind < 0.85 else f"{first}-{last}/{rng.randint(1, 5)}"


if __name__ == "__main__":
    main()

"""Turns text into values of Spark's types. Text that is not a value of its type is null."""

import datetime
import decimal
import re
import zoneinfo

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import types

INTEGERS = {types.ByteType: pa.int8(), types.ShortType: pa.int16(), types.IntegerType: pa.int32(), types.LongType: pa.int64()}
LEAVES = INTEGERS | {
    types.FloatType: pa.float32(),
    types.DoubleType: pa.float64(),
    types.BooleanType: pa.bool_(),
    types.StringType: pa.string(),
    types.DateType: pa.date32(),
    types.TimestampType: pa.timestamp("us", "UTC"),
    types.TimestampNTZType: pa.timestamp("us"),
}

SPACE = " \t\r\n"

DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
TIMESTAMP = re.compile(
    r"(\d{4})(?:-(\d\d?)(?:-(\d\d?)(?:[T ](?:(\d\d?):(\d\d?)(?::(\d\d?)(?:\.(\d*))?)?\ *(\S+)?)?)?)?)?", re.ASCII
)
OFFSET = re.compile(r"(?:UTC|GMT|UT)?([+-])(\d\d?)(?::?(\d\d))?", re.ASCII)
DOUBLE = re.compile(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|NaN|Infinity)", re.ASCII)
INTEGER = re.compile(r"[+-]?\d+", re.ASCII)


def arrow_leaf(data_type):
    if isinstance(data_type, types.DecimalType):
        return pa.decimal128(data_type.precision, data_type.scale)
    for leaf, arrow in LEAVES.items():
        if type(data_type) is leaf:
            return arrow
    raise ValueError(f"{data_type.simpleString()} is not a type of XML text")


def parse_date(text):
    match = DATE.fullmatch(text)
    try:
        return datetime.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def parse_timestamp(text, zone):
    """A time as Spark's default format reads it, with a zone; `zone` if it has none. None if it is not a time.

    With None as the zone, the time must have none.
    """
    match = TIMESTAMP.fullmatch(text)
    if match is None:
        return None
    *fields, fraction, own_zone = match.groups()
    year, month, day, hour, minute, second = (int(field or default) for field, default in zip(fields, (1, 1, 1, 0, 0, 0)))
    try:
        if own_zone is not None:
            zone = _zone(own_zone) if zone else None
            if zone is None:
                return None
        microsecond = int((fraction or "")[:6].ljust(6, "0"))
        return datetime.datetime(year, month, day, hour, minute, second, microsecond, zone)
    except (ValueError, OverflowError):
        return None


def _zone(text):
    if text in ("Z", "UTC", "GMT", "UT"):
        return datetime.timezone.utc
    if match := OFFSET.fullmatch(text):
        offset = datetime.timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        return datetime.timezone(-offset if match[1] == "-" else offset)
    try:
        return zoneinfo.ZoneInfo(text)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None


class Values:
    """Converts arrays of text. Arrow converts them unless there is a form that only Spark reads, or one that Spark does not."""

    def __init__(self, time_zone):
        self._time_zone = time_zone

    def convert(self, texts, data_type):
        target = arrow_leaf(data_type)
        if pa.types.is_string(target):
            return texts
        try:
            return self._fast(texts, data_type, target)
        except pa.ArrowInvalid:
            parse = self._parser(data_type)
            values = [None if text is None else parse(text.strip(SPACE)) for text in texts.to_pylist()]
            return pa.array(values, target)

    def _fast(self, texts, data_type, target):
        if type(data_type) in INTEGERS and _contains(texts, "x"):
            raise pa.ArrowInvalid("Arrow takes 0x10 for 16")
        if pa.types.is_floating(target) and _contains(texts, "n"):
            raise pa.ArrowInvalid("Arrow takes nan, inf and infinity for numbers")
        if isinstance(data_type, types.TimestampType):
            try:
                return texts.cast(target)
            except pa.ArrowInvalid:
                return pc.assume_timezone(texts.cast(pa.timestamp("us")), self._time_zone).cast(target)
        return texts.cast(target)

    def _parser(self, data_type):
        if type(data_type) in INTEGERS:
            limit = 1 << INTEGERS[type(data_type)].bit_width - 1
            return lambda text: _integer(text, limit)
        if isinstance(data_type, (types.DoubleType, types.FloatType)):
            return lambda text: float(text) if DOUBLE.fullmatch(text) else None
        if isinstance(data_type, types.BooleanType):
            return _boolean
        if isinstance(data_type, types.DateType):
            return parse_date
        if isinstance(data_type, types.DecimalType):
            return lambda text: _decimal(text, data_type)
        zone = zoneinfo.ZoneInfo(self._time_zone) if isinstance(data_type, types.TimestampType) else None
        return lambda text: parse_timestamp(text, zone)


def _contains(texts, letter):
    return pc.any(pc.match_substring(texts, letter, ignore_case=True)).as_py()


def _integer(text, limit):
    value = int(text) if len(text) < 100 and INTEGER.fullmatch(text) else limit
    return value if -limit <= value < limit else None


def _boolean(text):
    return {"true": True, "1": True, "false": False, "0": False}.get(text.lower())


def _decimal(text, data_type):
    if not DOUBLE.fullmatch(text) or text[-1] in "Ny":
        return None
    with decimal.localcontext(decimal.Context(prec=100)):
        value = decimal.Decimal(text).quantize(decimal.Decimal(1).scaleb(-data_type.scale), decimal.ROUND_HALF_UP)
    return value if abs(value) < decimal.Decimal(10) ** (data_type.precision - data_type.scale) else None

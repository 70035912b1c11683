"""Infers a schema from all elements, as Spark's XML source does."""

import datetime
import json
import re

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import types

from xmldict_columns import one_chunk, parse
from xmldict_values import SPACE, parse_date, parse_timestamp

NUMBER = re.compile(r"[+-]?(?:(\d+)|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
TYPES = {
    "long": types.LongType(),
    "double": types.DoubleType(),
    "boolean": types.BooleanType(),
    "date": types.DateType(),
    "timestamp": types.TimestampType(),
}


def kind(text):
    """The type that Spark infers from one value. An empty attribute is a string; empty elements have no value here."""
    text = text.strip(SPACE)
    if match := NUMBER.fullmatch(text):
        return "long" if match[1] and len(match[1]) < 20 and int(match[1]) < 1 << 63 else "double"
    if text.lower() in ("true", "false"):
        return "boolean"
    if text[:1].isdigit():
        if parse_date(text):
            return "date"
        if parse_timestamp(text, datetime.timezone.utc):
            return "timestamp"
    return "string"


def common_type(kinds):
    """The type of values of these kinds."""
    for name in ("long", "double", "boolean", "date", "timestamp"):
        if kinds and kinds <= {"double": {"long", "double"}, "timestamp": {"date", "timestamp"}}.get(name, {name}):
            return TYPES[name]
    return types.StringType()


class Element:
    """What is known about the elements with one name in one place."""

    def __init__(self):
        self.is_list = False
        # The kinds of values of each attribute, and of the text, whose key is #text.
        self.kinds = {}
        self.children = {}

    def child(self, key):
        return self.children.setdefault(key, Element())

    def add_values(self, key, texts):
        kinds = self.kinds.setdefault(key, set())
        # Any type together with a string is a string.
        if "string" in kinds or texts.null_count == len(texts):
            return
        for text in pc.unique(texts).to_pylist():
            if text is not None:
                kinds.add(kind(text))
                if "string" in kinds:
                    return

    def add_fields(self, fields):
        """Adds elements, with the values of each key."""
        for key, values in fields:
            if pa.types.is_list(values.type):
                if values.null_count < len(values):
                    child = self.child(key)
                    child.is_list = child.is_list or pc.max(pc.list_value_length(values)).as_py() > 1
                    objects = values.values
                    child.add_fields((field.name, objects.field(index)) for index, field in enumerate(objects.type))
            elif values.null_count < len(values):
                self.add_values(key, values)

    def merge(self, other):
        self.is_list = self.is_list or other.is_list
        for key, kinds in other.kinds.items():
            self.kinds.setdefault(key, set()).update(kinds)
        for key, child in other.children.items():
            self.child(key).merge(child)

    def to_json(self):
        kinds = {key: sorted(kinds) for key, kinds in self.kinds.items()}
        return {"is_list": self.is_list, "kinds": kinds, "children": {key: c.to_json() for key, c in self.children.items()}}

    @classmethod
    def from_json(cls, value):
        element = cls()
        element.is_list = value["is_list"]
        element.kinds = {key: set(kinds) for key, kinds in value["kinds"].items()}
        element.children = {key: cls.from_json(child) for key, child in value["children"].items()}
        return element

    def struct(self, names):
        fields = {}
        for key, kinds in self.kinds.items():
            name = names.value_tag if key == "#text" else names.attribute_prefix + key[1:]
            fields[name] = common_type(kinds)
        for key, child in self.children.items():
            data_type = child.data_type(names)
            fields[key] = types.ArrayType(data_type) if child.is_list else data_type
        return types.StructType([types.StructField(name, fields[name]) for name in sorted(fields)])

    def data_type(self, names):
        """A struct if one of the elements has attributes or children; otherwise, the type of the text."""
        if self.children or self.kinds.keys() - {"#text"}:
            return self.struct(names)
        return common_type(self.kinds.get("#text", set()))


class Observations:
    """What is known about all elements that were added."""

    def __init__(self):
        self.root = Element()
        self._json_schema = None

    def add(self, block):
        """Adds the elements of a block of JSON."""
        table = parse(block, self._json_schema, unexpected="infer")
        schema = pa.schema([pa.field(field.name, _without_times(field.type)) for field in table.schema])
        # Arrow takes strings for times where it can.
        if schema != table.schema:
            table = parse(block, schema)
        self._json_schema = schema
        self.root.add_fields((name, one_chunk(table.column(name))) for name in table.column_names)

    def to_json(self):
        return json.dumps(self.root.to_json())

    def merge(self, text):
        self.root.merge(Element.from_json(json.loads(text)))

    def schema(self, names):
        return self.root.struct(names)


def _without_times(data_type):
    if pa.types.is_list(data_type):
        return pa.list_(_without_times(data_type.value_type))
    if pa.types.is_struct(data_type):
        return pa.struct([(field.name, _without_times(field.type)) for field in data_type])
    return pa.string() if pa.types.is_timestamp(data_type) else data_type

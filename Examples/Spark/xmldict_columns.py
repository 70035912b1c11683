"""Turns lines of JSON into columns of Arrow, with the names and types of a schema."""

import re
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json
from pyspark.sql.types import ArrayType, StringType, StructField, StructType

from xmldict_values import SPACE, Values, arrow_leaf


NAME_START = re.compile(r"[^\W\d]|:")


class Names(NamedTuple):
    """How columns are named."""

    attribute_prefix: str
    value_tag: str

    def is_text(self, name):
        return name == self.value_tag

    def is_element(self, name):
        """Whether an element can have this name."""
        return NAME_START.match(name) is not None

    def attribute(self, name):
        """The key of the attribute that a column may contain; None if it cannot contain an attribute."""
        return "@" + name[len(self.attribute_prefix) :] if name.startswith(self.attribute_prefix) else None


def parse(block, schema=None, unexpected="ignore"):
    """A table of the elements of a block."""
    return pyarrow.json.read_json(
        pa.py_buffer(block),
        read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(block) + 1),
        parse_options=pyarrow.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior=unexpected),
    ).combine_chunks()


def nullable(data_type):
    """A type in which every value may be null: every element and attribute can be missing."""
    if isinstance(data_type, StructType):
        return StructType([StructField(f.name, nullable(f.dataType), True, f.metadata) for f in data_type.fields])
    if isinstance(data_type, ArrayType):
        return ArrayType(nullable(data_type.elementType), True)
    return data_type


class Columns:
    """Converts blocks to record batches with the columns of a schema."""

    def __init__(self, schema, names, time_zone):
        self.schema = schema
        self._names = names
        self._values = Values(time_zone)
        self.arrow_schema = pa.schema([pa.field(f.name, _arrow_type(f.dataType)) for f in schema.fields])
        self._json_schema = pa.schema(self._json_fields(schema))

    def batch(self, block):
        table = parse(block, self._json_schema)
        columns = {name: one_chunk(table.column(name)) for name in table.column_names}
        arrays = [self._field(field, columns.get, table.num_rows) for field in self.schema.fields]
        return pa.RecordBatch.from_arrays(arrays, schema=self.arrow_schema)

    # MARK: The schema of the JSON

    def _json_fields(self, struct):
        fields = {}
        for field in struct.fields:
            if self._names.is_text(field.name):
                fields["#text"] = pa.string()
                continue
            data_type = field.dataType.elementType if isinstance(field.dataType, ArrayType) else field.dataType
            attribute = self._names.attribute(field.name)
            if attribute and not isinstance(data_type, StructType):
                fields[attribute] = pa.string()
            if self._names.is_element(field.name):
                fields[field.name] = pa.list_(self._json_element(data_type))
        return list(fields.items())

    def _json_element(self, data_type):
        return pa.struct(self._json_fields(data_type) if isinstance(data_type, StructType) else [("#text", pa.string())])

    # MARK: Values

    def _field(self, field, column, count):
        """The values of a field. `column` returns the values of a key of the JSON, or None."""
        data_type = field.dataType
        is_list = isinstance(data_type, ArrayType)
        if self._names.is_text(field.name):
            return self._optional_list(column("#text"), data_type)
        values = None
        elements = column(field.name) if self._names.is_element(field.name) else None
        if elements is not None:
            values = self._list(elements, data_type.elementType) if is_list else self._last(elements, data_type)
        attribute = self._names.attribute(field.name)
        texts = column(attribute) if attribute else None
        if texts is None or values is not None and texts.null_count == count:
            return values
        # xmldict trims the text of elements. Spark trims attributes, too.
        texts = self._optional_list(pc.ascii_trim(texts, SPACE), data_type)
        return texts if values is None or values.null_count == count else pc.if_else(texts.is_null(), values, texts)

    def _optional_list(self, texts, data_type):
        """Texts as values, or as lists of at most one value."""
        if not isinstance(data_type, ArrayType):
            return self._values.convert(texts, data_type)
        values = self._values.convert(texts.drop_null(), data_type.elementType)
        lengths = pc.cast(texts.is_valid(), pa.int32())
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), pc.cumulative_sum(lengths)])
        return pa.ListArray.from_arrays(offsets, values, mask=texts.is_null())

    def _list(self, lists, data_type):
        return pa.ListArray.from_arrays(lists.offsets, self._elements(lists.values, data_type), mask=lists.is_null())

    def _last(self, lists, data_type):
        """The last element of each list; None if there is none."""
        values = self._elements(lists.values, data_type)
        if lists.null_count == 0 and len(values) == len(lists):
            return values
        ends = pc.subtract(lists.offsets[1:], 1)
        return values.take(pc.if_else(lists.is_valid(), ends, pa.scalar(None, pa.int32())))

    def _elements(self, objects, data_type):
        if isinstance(data_type, StructType):
            keys = {field.name: index for index, field in enumerate(objects.type)}
            column = lambda key: objects.field(keys[key]) if key in keys else None
            arrays = [self._field(field, column, len(objects)) for field in data_type.fields]
            fields = [pa.field(field.name, array.type) for field, array in zip(data_type.fields, arrays)]
            return pa.StructArray.from_arrays(arrays, fields=fields)
        values = self._values.convert(objects.field(0), data_type)
        # An empty element is an empty string, or null.
        return pc.fill_null(values, "") if isinstance(data_type, StringType) else values


def one_chunk(column):
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)


def _arrow_type(data_type):
    if isinstance(data_type, StructType):
        return pa.struct([(field.name, _arrow_type(field.dataType)) for field in data_type.fields])
    if isinstance(data_type, ArrayType):
        if isinstance(data_type.elementType, ArrayType):
            raise ValueError("a list of lists is not a type of XML: use a list of structs that contain a list")
        return pa.list_(_arrow_type(data_type.elementType))
    return arrow_leaf(data_type)

"""The rows are those of Spark's XML source."""

from make_orders import write_orders
from support import SparkTest

# Forms of values that Arrow, Python and Spark could read differently.
FORMS = """
 7 | +8 | -9 | 007 | 0x10 | 1e3 | 1E-3 | 1. | .5 | 5.50 | 9223372036854775807 | 9223372036854775808 | 99999999999999999999
 127 | 128 | -128 | 32768.5 | 2147483648 | 1_000 | true | TRUE | False | 1 | 0 | yes | t | NaN | Infinity | INF | nan | inf
 2024-02-29 | 2023-02-29 | 2024-2-9 | 2024-02 | 24-02-03 | 2024-02-03T04:05:06Z | 2024-02-03 04:05:06 | 2024-02-03T04:05
 2024-02-03T04:05:06.123456789+01:00 | 2024-02-03T04:05:06.5-0530 | 2024-07-03T04:05:06 | 2024-02-03T04:05:06 Europe/Paris
 2024-03-31T02:30:00 | 2024-10-27T02:30:00 | 2024-02-03T24:00:00 | 0001-01-01 | 1.555 | 12345678.9 | 123456789.12 | text
"""
VALUES = [form.strip() for line in FORMS.strip().splitlines() for form in line.split("|")]


class RowTests(SparkTest):
    def test_orders_with_and_without_a_schema(self):
        path = str(self.folder / "orders.xml")
        count = write_orders(path, 3_000_000)
        expected = self.read_with_spark(path, "order").cache()
        self.assertEqual(count, expected.count())
        inferred = self.read(path, "orders/order", parts=5)
        self.assertEqual(5, inferred.rdd.getNumPartitions())
        self.assertEqual(expected.schema, inferred.schema)
        self.assert_same_rows(inferred, expected)
        self.assert_same_rows(self.read(path, "orders/order", expected.schema), expected)

    def test_one_or_many_is_always_a_list(self):
        # Only the last order has several tags.
        orders = ["<order><tag>a</tag><item k='1'/></order>"] * 20_000
        path = self.write(f"<orders>{''.join(orders)}<order><tag>a</tag><tag>b</tag><item/><item/></order></orders>")
        for schema in (None, "item array<struct<_k:bigint>>, tag array<string>"):
            frame = self.read(path, "orders/order", schema, parts=4)
            self.assertEqual("struct<item:array<struct<_k:bigint>>,tag:array<string>>", frame.schema.simpleString())
            self.assert_same_rows(frame, self.read_with_spark(path, "order", frame.schema))
            rows = self.rows(frame)
            self.assertEqual({"item": [{"_k": 1}], "tag": ["a"]}, rows[0])
            self.assertEqual({"item": [{"_k": None}] * 2, "tag": ["a", "b"]}, rows[-1])

    def test_shapes_of_elements_for_many_schemas(self):
        path = self.write(
            """<r xmlns:x="urn:x">
            <a id="1" x:p=" high "><n>7</n><s> text </s><e/><e></e><w>  </w><t>a</t><v k="1">5.50</v><x:q>1</x:q><d><e/></d></a>
            <a id=" 2 " xmlns:y="urn:y"><n>8</n><n>9</n><s><![CDATA[ <x> ]]></s><t>a</t><t/><t k="2">b</t><v> 6 </v><y:z b=""/></a>
            <a id="3"/><a/><a id="4">text</a>
            <a><s>a&amp;b&#x20;</s><v k=""/><d><e>1</e><e>2</e></d></a></r>"""
        )
        for schema in (
            None,
            "_id bigint, n bigint, s string, e string, w string, t string, v double, `x:q` int, d struct<e:string>",
            "_id string, n array<int>, s array<string>, e array<string>, w array<double>, t array<struct<_k:int,_VALUE:string>>",
            "n struct<_VALUE:bigint>, s struct<_k:string,_VALUE:string>, e struct<_VALUE:string>, v array<struct<_VALUE:double>>",
            "v struct<_VALUE:decimal(10,1),_k:string>, d array<struct<e:array<bigint>>>, `y:z` struct<_b:string>, none string",
            "_VALUE string, _id bigint, `_x:p` string, `_xmlns:y` string",
        ):
            expected = self.read_with_spark(path, "a", schema)
            self.assert_same_rows(self.read(path, "r/a", schema or None), expected)

    def test_forms_of_values(self):
        path = self.write(f"<r>{''.join(f'<a><v>{value}</v></a>' for value in VALUES)}</r>")
        differences = {}
        for data_type in (
            "string bigint int smallint tinyint double float boolean date timestamp timestamp_ntz decimal(10,2) decimal(38,18)"
        ).split():
            schema = f"v {data_type}"
            # Python has no times after the year 9999.
            expected = [row.v for row in self.read_with_spark(path, "a", schema).selectExpr("string(v) AS v").collect()]
            found = [row.v for row in self.read(path, "r/a", schema).selectExpr("string(v) AS v").collect()]
            for value, one, other in zip(VALUES, expected, found, strict=True):
                # Spark takes the number at the beginning of a text: 2024-02 is 2024.0.
                if data_type in ("double", "float") and other is None:
                    continue
                if one != other:
                    differences.setdefault(data_type, {})[value] = (one, other)
        self.assertEqual({}, differences)

    def test_inferred_types_of_values(self):
        for value in VALUES:
            path = self.write(f"<r><a><v>{value}</v></a></r>", f"{VALUES.index(value)}.xml")
        differences = {}
        for value in VALUES:
            path = str(self.folder / f"{VALUES.index(value)}.xml")
            expected = self.read_with_spark(path, "a").schema.simpleString()
            found = self.inferred(path).simpleString()
            if expected != found:
                differences[value] = (expected, found)
        self.assertEqual({}, differences)

    def inferred(self, path):
        """As `infer_schema`, without a job."""
        from xmldict_columns import Names
        from xmldict_inference import Observations
        from xmldict_records import Reading
        from support import COMMAND

        observed = Observations()
        for block in Reading(COMMAND, "r/a", ()).blocks(path, None):
            observed.add(block)
        return observed.schema(Names("_", "_VALUE"))

    def test_names_of_the_mapping(self):
        path = self.write('<r><a id="1"><_b>2</_b>text</a></r>')
        frame = self.read(path, "r/a", attribute_prefix="@", value_tag="#text")
        self.assertEqual([{"#text": "text", "@id": 1, "_b": 2}], self.rows(frame))
        # As Spark names them, an element can have the name of the column of an attribute.
        self.assertEqual([{"_VALUE": "text", "_b": 2, "_id": 1}], self.rows(self.read(path, "r/a")))

    def test_documented_differences(self):
        path = self.write("<r><a><v k='1'/></a><a><v>x</v></a></r>", "values.xml")
        self.assertEqual("struct<v:string>", self.read_with_spark(path, "a").schema.simpleString())
        self.assertEqual("struct<v:struct<_VALUE:string,_k:bigint>>", self.read(path, "r/a").schema.simpleString())
        path = self.write("<r><a><n>x</n><m>one <b>two</b> three</m></a><a><n>1</n></a></r>")
        frame = self.read(path, "r/a", "n bigint, m struct<_VALUE:string,b:string>")
        # Spark's source makes all columns of the first row null.
        self.assertEqual(
            [{"n": None, "m": {"_VALUE": "one  three", "b": "two"}}, {"n": 1, "m": None}], self.rows(frame)
        )

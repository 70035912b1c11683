"""Tasks that fail, and files that are divided or not."""

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

from make_orders import write_orders
from support import COMMAND, FOLDER, SparkTest
from xmldict_spark import write_parquet

SCHEMA = "_id bigint, tag array<string>, total double, items struct<item:array<struct<_sku:string,title:string>>>"

# Kills the command of the first part that is read after it has written a part of its output.
KILLED_ONCE = """#!/usr/bin/env bash
if [[ "$*" == *--range* ]] && mkdir "{marker}" 2> /dev/null; then
    "{command}" "$@" | head -c 300000
    kill -KILL $$
fi
exec "{command}" "$@"
"""


class TaskTests(SparkTest):
    def orders(self, name="orders.xml", size=3_000_000, seed=1):
        path = str(self.folder / name)
        write_orders(path, size, seed)
        return path

    def test_a_killed_command_changes_nothing(self):
        path = self.orders()
        expected = self.read(path, "orders/order", SCHEMA, 4)
        for schema in (SCHEMA, None):
            marker = self.folder / f"killed-{schema is None}"
            command = Path(self.write(KILLED_ONCE.format(marker=marker, command=COMMAND), "xmldict-killed"))
            command.chmod(0o755)
            frame = self.read(path, "orders/order", schema, 4, command=str(command))
            if schema is None:
                frame = frame.selectExpr("_id", "tag", "total", "named_struct('item', transform(items.item, i -> "
                                         "named_struct('_sku', i._sku, 'title', i.title))) AS items")
            output = str(self.folder / f"out-{schema is None}")
            frame.write.parquet(output)
            self.assertTrue(marker.exists())
            self.assert_same_rows(self.spark.read.parquet(output), expected)

    def test_a_killed_command_leaves_no_part_of_a_file(self):
        path, output, marker = self.orders(), self.folder / "out", self.folder / "killed"
        command = Path(self.write(KILLED_ONCE.format(marker=marker, command=COMMAND), "xmldict-killed"))
        command.chmod(0o755)
        write_parquet(self.spark, path, "orders/order", str(output), SCHEMA, 4, command=str(command))
        self.assertTrue(marker.exists())
        names = sorted(os.listdir(output))
        self.assertEqual(["_SUCCESS", *(f"part-{number:05}.parquet" for number in range(4))], names)
        self.assert_same_rows(self.spark.read.parquet(str(output)), self.read(path, "orders/order", SCHEMA, 4))

    def test_malformed_xml_is_an_error_with_its_place(self):
        path = self.orders()
        lines = Path(path).read_text().split("\n")
        number = next(index for index in range(len(lines) // 2, len(lines)) if "<total>" in lines[index])
        lines[number] = "    <total>5</totl>"
        Path(path).write_text("\n".join(lines))
        for schema in (SCHEMA, None):
            with self.assertRaises(Exception) as caught:
                self.read(path, "orders/order", schema, 4).collect()
            self.assertIn(f"{path}:{number + 1}:", str(caught.exception))

    def test_a_folder_of_files(self):
        one, two = self.orders("1.xml", 2_000_000), self.orders("2.xml", 300_000, 2)
        expected = self.read_with_spark(one, "order", SCHEMA).union(self.read_with_spark(two, "order", SCHEMA))
        self.assert_same_rows(self.read(self.folder, "orders/order", SCHEMA, 4), expected)
        self.assert_same_rows(self.read([one, two], "orders/order", SCHEMA), expected)
        self.assert_same_rows(self.read(str(self.folder / "*.xml"), "orders/order", SCHEMA, 1), expected)
        # Files that cannot be divided, files without records, and files that are not read.
        with open(two, "rb") as file, gzip.open(self.folder / "3.xml.gz", "wb") as compressed:
            shutil.copyfileobj(file, compressed)
        text = Path(two).read_text().replace('encoding="UTF-8"', 'encoding="UTF-16"')
        self.write(text, "4.xml", "utf-16")
        self.write("<orders/>", "5.xml")
        self.write("<orders><order></orders>", "_6.xml")
        Path(two).unlink()
        again = self.read_with_spark(one, "order", SCHEMA)
        frame = self.read(self.folder, "orders/order", SCHEMA, 6)
        self.assertEqual(again.count() + 2 * text.count("</order>"), frame.count())
        self.assertIn("fragile", self.read(self.folder, "orders/order").schema["items"].simpleString())

    def test_many_small_files_share_tasks(self):
        for index in range(40):
            self.write(f"<r><a>{index}</a></r>", f"{index}.xml")
        frame = self.read(self.folder, "r/a", "_VALUE int", 4)
        self.assertIn(frame.rdd.getNumPartitions(), (4, 5))
        self.assertEqual(list(range(40)), sorted(row._VALUE for row in frame.collect()))

    def test_a_limit_ends_the_commands(self):
        path = self.orders(size=20_000_000)
        self.assertEqual(1, len(self.read(path, "orders/order", SCHEMA, 2).take(1)))

    def test_a_path_without_elements(self):
        path = self.write("<r><a/></r>")
        with self.assertRaisesRegex(ValueError, "there are no elements at “r/b”"):
            self.read(path, "r/b")
        self.assertEqual([], self.read(path, "r/b", "x string").collect())
        with self.assertRaises(FileNotFoundError):
            self.read(str(self.folder / "none.xml"), "r/a")

    def test_the_job(self):
        path = self.orders()
        output, schema = str(self.folder / "out"), str(self.folder / "schema.json")
        submit = str(Path(sys.executable).parent / "spark-submit")
        job = [submit, "--master", "local[2]", str(FOLDER / "xml_to_parquet.py"), "--command", COMMAND]
        subprocess.run([*job, path, "orders/order", output, "--save-schema", schema], check=True, stderr=subprocess.DEVNULL)
        expected = self.read_with_spark(path, "order")
        self.assert_same_rows(self.spark.read.parquet(output), expected)
        subprocess.run(
            [*job, path, "orders/order", output + "2", "--schema", schema], check=True, stderr=subprocess.DEVNULL
        )
        self.assert_same_rows(self.spark.read.parquet(output + "2"), expected)
        self.assertTrue(os.path.exists(schema))

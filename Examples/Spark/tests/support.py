import os
import tempfile
import unittest
from pathlib import Path

from pyspark.sql import SparkSession
from xmldict_spark import read_xml

FOLDER = Path(__file__).resolve().parent.parent
COMMAND = os.environ["XMLDICT"]


class SparkTest(unittest.TestCase):
    """A test with a session on two cores, which runs a task up to four times, and with a folder of its own."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        builder = SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.session.timeZone", "Europe/Zurich")
        cls.spark = builder.getOrCreate()
        cls.spark.sparkContext.setLogLevel("OFF")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, text, name="file.xml", encoding="utf-8"):
        path = self.folder / name
        path.write_text(text, encoding=encoding)
        return str(path)

    def read(self, path, records, schema=None, parts=None, **options):
        return read_xml(self.spark, path, records, schema, parts, **{"command": COMMAND, **options})

    def read_with_spark(self, path, tag, schema=None):
        reader = self.spark.read.format("xml").option("rowTag", tag)
        return (reader.schema(schema) if schema else reader).load(path)

    def assert_same_rows(self, one, other):
        self.assertEqual(one.schema.simpleString(), other.schema.simpleString())
        self.assertEqual(one.count(), other.count())
        for missing in (one.exceptAll(other), other.exceptAll(one)):
            self.assertEqual([], missing.take(1))

    def rows(self, frame):
        return [row.asDict(recursive=True) for row in frame.collect()]

#!/usr/bin/env python3
"""A Spark job that reads the elements of XML files on all executors, and writes Parquet.

    spark-submit --master MASTER xml_to_parquet.py INPUT… orders/order OUTPUT [--schema FILE] [--save-schema FILE] [--parts N]
"""

import argparse
import json
import os
import sys

from pyspark.sql import SparkSession
from pyspark.sql.types import StructType

from xmldict_spark import write_parquet


def main():
    parser = argparse.ArgumentParser(description="Write the elements of XML files as Parquet.")
    parser.add_argument("input", nargs="+", help="files, folders or patterns")
    parser.add_argument("records", help="the path of the elements, such as orders/order")
    parser.add_argument("output", help="the folder to write, which must not exist")
    parser.add_argument("--schema", help="a file with the schema, as JSON or DDL; inferred from all elements if omitted")
    parser.add_argument("--save-schema", help="write the schema as JSON to this file")
    parser.add_argument("--parts", type=int, help="the number of tasks")
    parser.add_argument("--command", default="xmldict", help="the command xmldict on the driver and on all executors")
    arguments = parser.parse_args()

    # Without a cluster, the executors use the Python of this process.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("xml_to_parquet").getOrCreate()
    schema = None
    if arguments.schema:
        with open(arguments.schema) as file:
            text = file.read()
        schema = StructType.fromJson(json.loads(text)) if text.lstrip().startswith("{") else text
    schema = write_parquet(
        spark, arguments.input, arguments.records, arguments.output, schema, arguments.parts, command=arguments.command
    )
    if arguments.save_schema:
        with open(arguments.save_schema, "w") as file:
            file.write(schema.json())
    spark.stop()


if __name__ == "__main__":
    main()

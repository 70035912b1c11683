#!/usr/bin/env python3
"""Compares `read_xml` and `write_parquet` with Spark's XML source on one file, on two local cores. `benchmark` runs it.

Each session is a new Spark. A job in it reads the file and writes Parquet: with a given schema, or with one that is inferred
first. The first job of a session includes what Spark takes to load and compile its code, which a long job pays once. The other
jobs do not. Both kinds have a ratio.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from make_orders import write_orders

# The lowest accepted ratio of the time of Spark's source to that of write_parquet.
BOUNDS = {"given schema": 3, "inferred schema": 4}
REPEATED = 3
ENGINES = ["spark", "read_xml", "write_parquet"]


def main():
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "orders.xml")
        count = write_orders(path, size * 1e6)
        print(f"{os.path.getsize(path) / 1e6:.0f} MB, {count} orders\n")
        session("spark", "inferred schema", path, folder)
        print("| | job | Spark's XML source | `read_xml` | ratio | `write_parquet` | ratio | bound |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        failed = False
        for kind, bound in BOUNDS.items():
            times = [session(engine, kind, path, folder) for engine in ENGINES]
            for job, seconds in {"first": lambda t: t[0], "repeated": lambda t: statistics.median(t[1:])}.items():
                spark, frame, direct = map(seconds, times)
                print(f"| {kind} | {job} | {spark:.1f} s | {frame:.1f} s | {spark / frame:.1f} | {direct:.1f} s | "
                      f"{spark / direct:.1f} | {bound} |", flush=True)
                failed = failed or spark / direct < bound
        session("compare", None, path, folder)
        print("\nThe rows are the same.")
    if failed:
        sys.exit("A ratio is below its bound.")


def session(*arguments):
    result = subprocess.run(
        [sys.executable, __file__, "--session", json.dumps(arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if result.returncode != 0:
        sys.exit(result.stderr)
    return json.loads(result.stdout.splitlines()[-1])


def run_session(engine, kind, path, folder):
    """Runs jobs in a new Spark, and prints the seconds of each."""
    from pyspark.sql import SparkSession
    from pyspark.sql.types import StructType
    from xmldict_spark import read_xml, write_parquet

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", "2g")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    schema_file = os.path.join(folder, "schema.json")
    if engine == "compare":
        expected, *others = (spark.read.parquet(os.path.join(folder, engine)) for engine in ENGINES)
        for rows in others:
            if rows.schema != expected.schema or rows.exceptAll(expected).count() or expected.exceptAll(rows).count():
                sys.exit("The rows differ.")
        print(json.dumps([]))
        return
    schema = None
    if kind == "given schema":
        with open(schema_file) as file:
            schema = StructType.fromJson(json.load(file))
    seconds = []
    output = os.path.join(folder, engine)
    for _ in range(1 + REPEATED):
        start = time.monotonic()
        if engine == "spark":
            reader = spark.read.format("xml").option("rowTag", "order")
            rows = (reader.schema(schema) if schema else reader).load(path)
            rows.write.mode("overwrite").parquet(output)
        elif engine == "read_xml":
            rows = read_xml(spark, path, "orders/order", schema, command=os.environ["XMLDICT"])
            rows.write.mode("overwrite").parquet(output)
        else:
            shutil.rmtree(output, ignore_errors=True)
            write_parquet(spark, path, "orders/order", output, schema, command=os.environ["XMLDICT"])
        seconds.append(time.monotonic() - start)
        if not os.path.exists(schema_file):
            with open(schema_file, "w") as file:
                file.write(rows.schema.json())
            break
    print(json.dumps(seconds))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--session"]:
        run_session(*json.loads(sys.argv[2]))
    else:
        main()

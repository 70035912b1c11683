#!/usr/bin/env python3
"""Compares `read_xml` with Spark's XML source on one file, on two local cores. `benchmark` runs it.

Each session is a new Spark. A job in it reads the file and writes Parquet: with a given schema, or with one that is inferred
first. The first job of a session includes what Spark takes to load and compile its code, which a long job pays once. The other
jobs do not. Both kinds have a ratio.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from make_orders import write_orders

# The lowest accepted ratio of the time of Spark's source to that of read_xml.
BOUNDS = {"given schema": 3, "inferred schema": 4}
REPEATED = 3


def main():
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "orders.xml")
        count = write_orders(path, size * 1e6)
        print(f"{os.path.getsize(path) / 1e6:.0f} MB, {count} orders\n")
        session("spark", "inferred schema", path, folder)
        print("| | job | Spark's XML source | `read_xml` | ratio | bound |\n| --- | --- | --- | --- | --- | --- |")
        failed = False
        for kind, bound in BOUNDS.items():
            # The first, and the median of the others.
            times = {engine: session(engine, kind, path, folder) for engine in ("spark", "xmldict")}
            for job, seconds in {"first": lambda t: t[0], "repeated": lambda t: statistics.median(t[1:])}.items():
                spark, xmldict = seconds(times["spark"]), seconds(times["xmldict"])
                is_bounded = job == "repeated"
                print(f"| {kind} | {job} | {spark:.1f} s | {xmldict:.1f} s | {spark / xmldict:.1f} | {bound if is_bounded else ''} |")
                failed = failed or is_bounded and spark / xmldict < bound
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
    from xmldict_spark import read_xml

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", "2g")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    schema_file = os.path.join(folder, "schema.json")
    if engine == "compare":
        one, other = (spark.read.parquet(os.path.join(folder, name)) for name in ("spark", "xmldict"))
        if one.schema != other.schema or one.exceptAll(other).count() or other.exceptAll(one).count():
            sys.exit("The rows differ.")
        print(json.dumps([]))
        return
    schema = None
    if kind == "given schema":
        with open(schema_file) as file:
            schema = StructType.fromJson(json.load(file))
    seconds = []
    for _ in range(1 + REPEATED):
        start = time.monotonic()
        if engine == "spark":
            reader = spark.read.format("xml").option("rowTag", "order")
            rows = (reader.schema(schema) if schema else reader).load(path)
        else:
            rows = read_xml(spark, path, "orders/order", schema, command=os.environ["XMLDICT"])
        rows.write.mode("overwrite").parquet(os.path.join(folder, engine))
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

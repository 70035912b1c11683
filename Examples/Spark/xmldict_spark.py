"""Reads the elements of XML files of any size as a DataFrame. Every executor runs the command `xmldict` on parts of the files.

    orders = read_xml(spark, "orders.xml", "orders/order")

The command, pyarrow and the files must exist on the driver and on every executor, under the same names.
"""

import glob
import os
from concurrent.futures import ThreadPoolExecutor

from pyspark.sql.types import StructType

import xmldict_inference
import xmldict_parquet
import xmldict_records
from xmldict_columns import Columns, Names, nullable

# As those of Spark's own sources: spark.sql.files.maxPartitionBytes, and the cost of opening a file.
LARGEST_PART = 128 << 20
OPENING_COST = 4 << 20


def read_xml(
    spark, path, records, schema=None, parts=None, *, attribute_prefix="_", value_tag="_VALUE", command="xmldict", arguments=()
):
    """Returns a DataFrame with a row for each element at a path.

    path: a file, a folder, a pattern such as `2024/*.xml`, or a list of them.
    records: the path of the elements, such as `orders/order`, as `xmldict records` takes it.
    schema: a StructType or its DDL; without it, it is inferred from all elements, and all files are read once more.
    parts: about how many tasks there are; by default, it depends on the size of the files and the number of cores, as for
        Spark's own sources.
    attribute_prefix, value_tag: how columns of attributes and text are named. With "@" and "#text", all columns are named
        as `xmldict` names keys.
    arguments: further options of `xmldict records`, such as `["--encoding", "latin1"]`.
    """
    tasks, reading, columns = _plan(spark, path, records, schema, parts, attribute_prefix, value_tag, command, arguments)

    def rows(batches):
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from map(columns.batch, _blocks(tasks[number], reading))

    # A partition for each task, whose only row is the number of the task.
    return spark.range(0, len(tasks), 1, max(1, len(tasks))).mapInArrow(rows, columns.schema)


def write_parquet(
    spark,
    path,
    records,
    output,
    schema=None,
    parts=None,
    *,
    attribute_prefix="_",
    value_tag="_VALUE",
    command="xmldict",
    arguments=(),
):
    """Writes the elements at a path as Parquet, and returns the schema. The rows do not pass through the JVM.

    output: a new folder, which the driver and all executors can write to. Each task writes one file. The file `_SUCCESS`
        exists when all are complete.
    """
    output = os.path.abspath(output)
    os.makedirs(output)
    tasks, reading, columns = _plan(spark, path, records, schema, parts, attribute_prefix, value_tag, command, arguments)

    def write(number, task):
        name = os.path.join(output, f"part-{number:05}.parquet")
        xmldict_parquet.write(name, columns.arrow_schema, map(columns.batch, _blocks(task, reading)))

    _run(spark, tasks, write)
    open(os.path.join(output, "_SUCCESS"), "w").close()
    return columns.schema


def infer_schema(spark, path, records, parts=None, *, attribute_prefix="_", value_tag="_VALUE", command="xmldict", arguments=()):
    """Returns the schema of all elements at a path, for later calls of `read_xml`."""
    _add_modules(spark)
    reading = xmldict_records.Reading(command, records, tuple(arguments))
    return _infer(spark, _tasks(spark, path, parts, reading), reading, Names(attribute_prefix, value_tag))


def _plan(spark, path, records, schema, parts, attribute_prefix, value_tag, command, arguments):
    """The tasks, how they read elements, and how they make columns."""
    _add_modules(spark)
    names = Names(attribute_prefix, value_tag)
    reading = xmldict_records.Reading(command, records, tuple(arguments))
    tasks = _tasks(spark, path, parts, reading)
    if schema is None:
        schema = _infer(spark, tasks, reading, names)
        if not schema.fields:
            raise ValueError(f"{path}: there are no elements at “{records}”, or they are empty, so that there is no schema")
    elif not isinstance(schema, StructType):
        schema = StructType.fromDDL(schema)
    return tasks, reading, Columns(nullable(schema), names, spark.conf.get("spark.sql.session.timeZone"))


def _infer(spark, tasks, reading, names):
    def observe(number, task):
        observed = xmldict_inference.Observations()
        for block in _blocks(task, reading):
            observed.add(block)
        return observed.to_json()

    observed = xmldict_inference.Observations()
    for observations in _run(spark, tasks, observe):
        observed.merge(observations)
    return observed.schema(names)


def _run(spark, tasks, body):
    """Calls `body` on the executors with the number and the parts of each task. Returns what it returns."""
    # A DataFrame would take seconds to compile its first query.
    numbered = list(enumerate(tasks))
    return spark.sparkContext.parallelize(numbered, max(1, len(numbered))).map(lambda task: body(*task)).collect()


def _blocks(task, reading):
    for file, checkpoint in task:
        yield from reading.blocks(file, checkpoint)


def _tasks(spark, path, parts, reading):
    """A list of parts for each task. A part is a file and a checkpoint; without a checkpoint, it is the whole file."""
    files = _files(path)
    sizes = {file: os.path.getsize(file) for file in files}
    if parts is None:
        cost = sum(sizes.values()) + OPENING_COST * len(files)
        size = min(LARGEST_PART, max(OPENING_COST, -(-cost // spark.sparkContext.defaultParallelism)))
    else:
        size = max(1, -(-sum(sizes.values()) // parts))
    counts = [1 if file.endswith(".gz") else max(1, round(sizes[file] / size)) for file in files]
    with ThreadPoolExecutor() as pool:
        checkpoints = list(pool.map(reading.checkpoints, files, counts))
    tasks, room = [], 0
    for file, of_file in zip(files, checkpoints):
        for checkpoint in of_file:
            cost = sizes[file] // len(of_file) + (OPENING_COST if parts is None else 0)
            # Small files share a task.
            if cost > room or not tasks:
                tasks.append([])
                room = size
            tasks[-1].append((file, checkpoint))
            room -= cost
    return tasks


def _files(path):
    """The files at a path, a pattern or several of them. Names that begin with “_” or “.” are omitted in folders, as Spark does."""
    files = []
    for one in [path] if isinstance(path, (str, os.PathLike)) else path:
        one = os.path.abspath(one)
        found = [one] if os.path.exists(one) else sorted(glob.glob(one))
        if not found:
            raise FileNotFoundError(f"{one}: there is no such file")
        for name in found:
            if not os.path.isdir(name):
                files.append(name)
                continue
            entries = sorted(entry.path for entry in os.scandir(name) if entry.is_file() and entry.name[0] not in "_.")
            files += entries
    return files


def _add_modules(spark):
    """Makes the modules of this example available to the executors."""
    folder = os.path.dirname(os.path.abspath(__file__))
    if getattr(spark, "_has_xmldict", False):
        return
    names = ["columns", "inference", "parquet", "records", "spark", "values"]
    for name in names:
        spark.sparkContext.addPyFile(os.path.join(folder, f"xmldict_{name}.py"))
    spark._has_xmldict = True

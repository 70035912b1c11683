"""Writes record batches as a Parquet file that is complete or does not exist."""

import os
import uuid

import pyarrow as pa
import pyarrow.parquet

# The bytes of a row group before encoding.
ROW_GROUP_SIZE = 64 << 20


def write(name, schema, batches):
    """Writes a file. Another attempt of the same task may write the same file meanwhile."""
    folder, file = os.path.split(name)
    # Spark does not read files with such names.
    temporary = os.path.join(folder, f".{file}-{uuid.uuid4()}")
    try:
        with pa.parquet.ParquetWriter(temporary, schema, compression="snappy") as writer:
            for group in _groups(batches):
                writer.write_table(pa.Table.from_batches(group, schema))
        os.replace(temporary, name)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _groups(batches):
    group, size = [], 0
    for batch in batches:
        group.append(batch)
        size += batch.nbytes
        if size >= ROW_GROUP_SIZE:
            yield group
            group, size = [], 0
    if group:
        yield group

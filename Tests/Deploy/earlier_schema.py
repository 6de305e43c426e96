#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives a database the schema before its last migration, with all data that has a place there.

Usage: earlier_schema.py DATABASE     Nobody may have it open.
"""

import os
import sqlite3
import sys


def columns(database, schema, table):
    return [row[1] for row in database.execute(f"PRAGMA {schema}.table_info({table})")]


path = sys.argv[1]
status = os.stat(path)
with sqlite3.connect(path) as present:
    history = present.execute("SELECT number, title, script FROM schema_history ORDER BY number").fetchall()
    identity = present.execute("PRAGMA application_id").fetchone()[0]
present.close()

earlier = sqlite3.connect(path + ".earlier", isolation_level=None)
earlier.execute(f"PRAGMA application_id = {identity}")
earlier.execute("CREATE TABLE schema_history (number INTEGER PRIMARY KEY, title TEXT NOT NULL, script TEXT NOT NULL) STRICT")
for migration in history[:-1]:
    earlier.executescript(migration[2])
    earlier.execute("INSERT INTO schema_history VALUES (?, ?, ?)", migration)
earlier.execute(f"PRAGMA user_version = {history[-2][0]}")

earlier.execute("ATTACH ? AS present", [path])
tables = earlier.execute(
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'schema_history' AND name NOT LIKE 'sqlite_%'")
for (table,) in tables.fetchall():
    names = ", ".join(name for name in columns(earlier, "main", table) if name in columns(earlier, "present", table))
    earlier.execute(f"DELETE FROM main.{table}")
    earlier.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM present.{table}")
earlier.close()

os.replace(path + ".earlier", path)
os.chown(path, status.st_uid, status.st_gid)
os.chmod(path, 0o600)

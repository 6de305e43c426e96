# SPDX-License-Identifier: Apache-2.0
# First input: every path of the tree, one per line. Then Markdown files: reports paths they name that do not exist.

function report(path) {
    printf "%s:%d: error: names %s, which does not exist\n", FILENAME, FNR, path
    failures++
}

function normalised(path,    count, parts, kept, i, result) {
    count = split(path, parts, "/")
    kept = 0
    for (i = 1; i <= count; i++) {
        if (parts[i] == "" || parts[i] == ".") continue
        if (parts[i] == ".." && kept > 0) kept--
        else stack[++kept] = parts[i]
    }
    result = ""
    for (i = 1; i <= kept; i++) result = result (i > 1 ? "/" : "") stack[i]
    return result
}

function folder_of(path) {
    return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : ""
}

function check_link(target) {
    sub(/[ \t].*/, "", target)
    sub(/#.*/, "", target)
    if (target == "" || target ~ /^[a-z]+:/) return
    if (!(normalised(folder_of(FILENAME) "/" target) in exists)) report(target)
}

function check_quoted(text,    first) {
    sub(/[ :].*/, "", text)
    if (text !~ /^[A-Za-z0-9._\/-]+$/) return
    first = text
    sub(/\/.*/, "", first)
    if (text ~ /\//) {
        if (!(first in folders)) return
        if (!(normalised(text) in exists)) report(text)
    } else if (text ~ /[A-Za-z0-9]\.(swift|md)$/) {
        if (!(text in names)) report(text)
    }
}

BEGIN {
    # Folders that the house plans for count even while they are absent: what is in them is not there yet.
    planned = split("Sources Tests Benchmarks Fuzzing Examples Web scripts docs .ci", list, " ")
    for (i = 1; i <= planned; i++) folders[list[i]] = 1
}

NR == FNR {
    names[substr($0, match($0, /[^\/]*$/))] = 1
    count = split($0, parts, "/")
    prefix = ""
    for (i = 1; i <= count; i++) {
        prefix = prefix (i > 1 ? "/" : "") parts[i]
        exists[prefix] = 1
    }
    if (count > 1) folders[parts[1]] = 1
    next
}

FNR == 1 { fenced = 0 }
/^ *```/ { fenced = !fenced; next }
fenced { next }

{
    line = $0
    while (match(line, /\]\([^)]*\)/)) {
        found = substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
        check_link(found)
    }
    line = $0
    while (match(line, /`[^`]+`/)) {
        found = substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
        check_quoted(found)
    }
}

END { exit failures ? 1 : 0 }

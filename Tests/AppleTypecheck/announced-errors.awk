# SPDX-License-Identifier: Apache-2.0
# First input: a Swift file with comments such as "// expected on iOS 16.6: only available in iOS 18" above the lines that are
# wrong there. Second input: what the compiler says about it. Reports each error that was not announced for the variable
# `platform`, and each announced one that is missing.

FNR == NR {
    if ($0 !~ /^ *\/\/ expected on /) {
        if (text != "") announced[FNR] = text
        text = ""
    } else if (index($0, "// expected on " platform ": ")) {
        text = substr($0, index($0, ": ") + 2)
    }
    path = FILENAME
    next
}

/: error: / {
    split($0, parts, ":")
    if (parts[1] == path && parts[2] in announced && index($0, announced[parts[2]])) {
        found[parts[2]] = 1
    } else {
        print
        failures++
    }
}

END {
    for (line in announced) {
        if (!(line in found)) {
            printf "%s:%d: error: on %s, the compiler does not say \"%s\"\n", path, line, platform, announced[line]
            failures++
        }
    }
    exit failures ? 1 : 0
}

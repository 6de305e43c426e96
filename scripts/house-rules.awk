# SPDX-License-Identifier: Apache-2.0
# The house's rules for Swift files: imports, traps, bodies of transactions, the license line. Called by scripts/house-rules
# with every Swift file.
# It reads text, not syntax: comments, strings and `raw identifiers` are blanked first, and the formatter has run.

function report(text) {
    printf "%s:%d: error: %s\n", path, FNR, text
    failures++
}

function start_file() {
    path = FILENAME
    sub(/^\.\//, "", path)
    in_text = 0
    body_end = signature = ""
    split(path, parts, "/")
    module = parts[1] == "Sources" ? parts[2] : ""
    reads_hostile_bytes = module ~ /^(WireFormats|PasswordHashing|WebAuthnMessages|WebAuthnVerification|JOSE|HTTPServer|ClientContract|HTTPContract|HTTPEndpoints|HostedPages|OpenIDProvider|SignIn|Administration)$/
}

# The line without string contents, comments and raw identifiers.
function code_of(line,    fence) {
    fence = index(line, "\"\"\"")
    if (in_text) {
        if (!fence) return ""
        in_text = 0
        line = substr(line, fence + 3)
        fence = index(line, "\"\"\"")
    }
    if (fence && gsub(/"""/, "\"\"\"", line) % 2) { in_text = 1; line = substr(line, 1, fence - 1) }
    gsub(/\\\\/, "", line)
    gsub(/\\"/, "", line)
    gsub(/#+"([^"]|"[^#])*"#+/, "\"\"", line)
    gsub(/"[^"]*"/, "\"\"", line)
    gsub(/`[^`]*`/, "_", line)
    sub(/\/\/.*/, "", line)
    return line
}

function check_imports(code,    name) {
    if (code !~ /^ *(@[A-Za-z_]+(\([a-zA-Z]*\))? +)*((public|package|internal|private|fileprivate) +)?import +[A-Za-z]/) return
    name = code
    sub(/^.*import +((struct|class|enum|protocol|func|var|let|typealias) +)?/, "", name)
    sub(/[^A-Za-z0-9_].*/, "", name)
    if (name == "CLibcrypto" && module != "Cryptography" && path !~ /^Benchmarks\//)
        report("CLibcrypto is imported by Cryptography alone")
    if (name == "CPSL" && module != "PublicSuffixes")
        report("CPSL is imported by PublicSuffixes alone")
    if (name ~ /^(CArgon2|CCrypt)$/ && module != "PasswordHashing")
        report("CArgon2 and CCrypt are imported by PasswordHashing alone")
    if (name == "CSQLite" && path !~ /^(Sources\/SQLiteStorage|Tests\/(SQLiteStorageTests|ServerHarness))\//)
        report("CSQLite is imported by SQLiteStorage alone, and by tests that look into its files")
    if (name == "SQLiteStorage" \
        && path !~ /^(Sources\/(ThumbturnServer\/Storage\/SQLite|ThumbturnTools\/Bench)|Tests\/(SQLiteStorageTests|TestStorage))\// \
        && path !~ /^Tests\/.*\/(Bench[A-Za-z]*Tests|OtherVersion|StorageFailureTests)\.swift$/)
        report("SQLiteStorage is for the program's folder Storage/SQLite, the benchmark, TestStorage, and tests of SQLite itself")
    if (name == "CLibssl" && module != "" && path !~ /^Sources\/HTTPServer\/TLS\//)
        report("CLibssl is imported by the TLS files of HTTPServer alone")
    if (name == "CLibuv" && module != "" && module != "HTTPServer")
        report("CLibuv is imported by HTTPServer alone")
    if (name == "SoftwareAuthenticator" && module != "" && module !~ /^(SoftwareAuthenticator|ThumbturnTools)$/)
        report("SoftwareAuthenticator is for ThumbturnTools and for tests")
    if (name == "HostedPages" && module == "HTTPEndpoints" && path !~ /^Sources\/HTTPEndpoints\/Browser\//)
        report("HostedPages is imported by the browser's door alone")
    if (name ~ /^Foundation/ && (reads_hostile_bytes || module == "Cryptography"))
        report("Foundation stays out of this module")
}

function check_traps(code, original) {
    if (!reads_hostile_bytes) return
    if (code ~ /(^|[^A-Za-z0-9_.])(fatalError|precondition|preconditionFailure)\(/)
        report("a trap where hostile bytes are read; reject instead")
    if (original ~ /swift-format-ignore/)
        report("the formatter's rules are not switched off where hostile bytes are read")
}

# A transaction's body is a function that takes one, an extension of it or of a store, or a closure with a `transaction`. It
# ends with a brace at its own indentation.
function check_transaction_bodies(code,    indentation) {
    if (body_end != "") {
        if (code ~ /(^|[^A-Za-z])catch .*StorageConflict/)
            report("a transaction's body catches no conflict; use reporting(_:as:_:), or catch it outside")
        if (code ~ body_end) body_end = ""
        return
    }
    indentation = code
    sub(/[^ ].*/, "", indentation)
    if (code ~ /^ *([a-z()]+ )*(func|init)[^A-Za-z]/) { signature = " "; signature_end = "^" indentation "}" }
    if (signature != "") signature = signature code
    if (signature ~ /: any StorageTransaction[,)].*\{$/) body_end = signature_end
    else if (code ~ /^extension (StorageTransaction|[A-Za-z]+Store) / || code ~ /\{ (\[.*\] )?(transaction|store) in$/ || code ~ /withTransaction \{$/)
        body_end = "^" indentation "}"
    if (code ~ /[{}]/) signature = ""
}

FNR == 1 {
    start_file()
    expected_line = path ~ /(^|\/)Package\.swift$/ ? 2 : 1
}

FNR == expected_line && $0 != "// SPDX-License-Identifier: Apache-2.0" {
    report("this line must be: // SPDX-License-Identifier: Apache-2.0")
}

{
    code = code_of($0)
    check_imports(code)
    check_traps(code, $0)
    check_transaction_bodies(code)
}

END { exit failures ? 1 : 0 }

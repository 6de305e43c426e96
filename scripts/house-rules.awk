# SPDX-License-Identifier: Apache-2.0
# The house's rules for Swift files: budgets, names, imports, traps. Called by scripts/house-rules with every Swift file.
# It reads text, not syntax: comments, strings and `raw identifiers` are blanked first, and the formatter has run.

function report(kind, line, text) {
    printf "%s:%d: %s: %s\n", path, line, kind, text
    if (kind == "error") failures++
}

function budget(count, target, limit, line, what) {
    if (count > limit) report("error", line, sprintf("%s, %d, is over the limit of %d", what, count, limit))
    else if (count > target) report("warning", line, sprintf("%s, %d, is over the target of %d", what, count, target))
}

function finish_file() {
    if (path == "") return
    if (path ~ /^Tests\//) budget(lines, 400, 800, 1, "the length of this test file")
    else budget(lines, 250, 500, 1, "the length of this file")
}

function start_file() {
    finish_file()
    path = FILENAME
    sub(/^\.\//, "", path)
    depth = 0; functions = 0; pending = 0; in_text = 0
    split(path, parts, "/")
    module = parts[1] == "Sources" ? parts[2] : ""
    reads_hostile_bytes = module ~ /^(WireFormats|WebAuthnMessages|WebAuthnVerification|JOSE|HTTPServer|HTTPContract|HTTPEndpoints|HostedPages|OpenIDProvider|SignIn)$/
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
        report("error", FNR, "CLibcrypto is imported by Cryptography alone")
    if (name == "CPSL" && module != "PublicSuffixes")
        report("error", FNR, "CPSL is imported by PublicSuffixes alone")
    if (name == "CSQLite" && path !~ /^(Sources\/SQLiteStorage|Tests\/(SQLiteStorageTests|ServerHarness))\//)
        report("error", FNR, "CSQLite is imported by SQLiteStorage alone, and by tests that look into its files")
    if (name == "CLibssl" && module != "" && path !~ /^Sources\/HTTPServer\/TLS\//)
        report("error", FNR, "CLibssl is imported by the TLS files of HTTPServer alone")
    if (name == "CLibuv" && module != "" && module != "HTTPServer")
        report("error", FNR, "CLibuv is imported by HTTPServer alone")
    if (name == "SoftwareAuthenticator" && module != "" && module != "SoftwareAuthenticator" \
        && path !~ /^Sources\/ThumbturnServer\/((.*\/)?[A-Za-z]*Authenticator[A-Za-z]*(\/.*|\.swift)|Bench\/.*)$/)
        report("error", FNR, "SoftwareAuthenticator is for the commands authenticator and bench and for tests")
    if (name ~ /^Foundation/ && (reads_hostile_bytes || module == "Cryptography"))
        report("error", FNR, "Foundation stays out of this module")
}

function check_traps(code, original) {
    if (!reads_hostile_bytes) return
    if (code ~ /(^|[^A-Za-z0-9_.])(fatalError|precondition|preconditionFailure)\(/)
        report("error", FNR, "a trap where hostile bytes are read; reject instead")
    if (original ~ /swift-format-ignore/)
        report("error", FNR, "the formatter's rules are not switched off where hostile bytes are read")
}

function check_type_name(code,    name) {
    if (code !~ /(^|[ (])(struct|class|enum|actor|protocol|typealias|associatedtype) +[A-Za-z_]/) return
    name = code
    sub(/^.*(struct|class|enum|actor|protocol|typealias|associatedtype) +/, "", name)
    sub(/[^A-Za-z0-9_].*/, "", name)
    gsub(/ExtendedKeyUsage/, "", name)    # the name that X.509 gives to it
    if (match(name, BANNED)) report("error", FNR, "a type name says what it answers, not \"" word_in(name) "\"")
}

function word_in(name) {
    match(name, BANNED)
    name = substr(name, RSTART, RLENGTH)
    sub(/[A-Z]$/, "", name)
    return name
}

# Follows a declaration from its name to the opening brace of its body, counting parameters on the way.
function read_signature(text,    position, character, previous) {
    for (position = 1; position <= length(text); position++) {
        character = substr(text, position, 1)
        if (character == "(" || character == "[" || character == "<" || (character == "{" && nesting > 0)) nesting++
        else if (character == ")" || character == "]" || (character == ">" && previous != "-") || (character == "}" && nesting > 1)) {
            nesting--
            if (nesting == 0 && character == ")" && !listed) {
                listed = 1
                parameters = any ? commas + 1 : 0
                check_labels()
            }
        }
        else if (character == "{" && nesting == 0 && (listed || !takes_parameters)) { open_function(); return substr(text, position) }
        else if (character == "," && nesting == 1 && !listed && !generic) commas++
        else if (character == "_" && nesting == 1 && !listed && !generic && is_wildcard(text, position)) unlabeled++
        else if (character != " " && nesting >= 1 && !listed && !generic) any = 1
        if (character == "<" && nesting == 1 && !listed) generic = 1
        if (character == ">" && nesting == 0) { generic = 0; commas = 0; any = 0; unlabeled = 0 }
        previous = character
    }
    return ""
}

# Whether the parameter that begins here has no label.
function is_wildcard(text, position) {
    return substr(text, position + 1, 1) == " " && (position == 1 || substr(text, position - 1, 1) ~ /[ (]/)
}

# Fuzz targets are exempt: their entry points are C functions, and `require` has the form of `precondition`.
function check_labels() {
    if (unlabeled > 1 && !is_subscript && path !~ /^Fuzzing\//)
        report("error", signature_line, sprintf("%d parameters have no label; only one may have none", unlabeled))
}

function open_function() {
    pending = 0
    functions++
    opened_at[functions] = FNR
    opened_depth[functions] = depth
    declared_at[functions] = signature_line
    if (takes_parameters && parameters > 4)
        report("warning", signature_line, sprintf("the number of parameters, %d, is over the target of 4", parameters))
}

function count_braces(text,    position, character, body) {
    for (position = 1; position <= length(text); position++) {
        character = substr(text, position, 1)
        if (character == "{") depth++
        else if (character == "}") {
            depth--
            if (functions && opened_depth[functions] == depth) {
                body = FNR - opened_at[functions] - 1
                budget(body, 30, 120, declared_at[functions], "the length of this function")
                functions--
            }
        }
    }
}

BEGIN {
    BANNED = "(Manager|Managers|Helper|Helpers|Util|Utils|Common|Core|Base|New|Extended)([A-Z_]|$)"
    MODIFIERS = "^ *((@[A-Za-z]+(\\([^)]*\\))?|public|package|internal|private|fileprivate|static|class|final|override" \
        "|mutating|nonmutating|nonisolated|convenience|required|consuming|borrowing|prefix|postfix|infix|isolated)" \
        "(\\([a-z]+\\))? +)*"
    CALLABLE = MODIFIERS "(func +[^ ]|init[?!]?[(<]|subscript[(<]|deinit *[{])"
    COMPUTED = MODIFIERS "var +[A-Za-z_0-9]+: [^=]*[{] *$"
}

FNR == 1 {
    start_file()
    expected_line = path ~ /(^|\/)Package\.swift$/ ? 2 : 1
}

FNR == expected_line && $0 != "// SPDX-License-Identifier: Apache-2.0" {
    report("error", FNR, "this line must be: // SPDX-License-Identifier: Apache-2.0")
}

{
    lines = FNR
    code = code_of($0)
    check_imports(code)
    check_traps(code, $0)
    check_type_name(code)

    rest = code
    if (code ~ CALLABLE) {
        pending = 1; signature_line = FNR; nesting = 0; listed = 0; commas = 0; any = 0; generic = 0; parameters = 0; unlabeled = 0
        takes_parameters = code !~ /deinit/
        is_subscript = code ~ /(^|[^A-Za-z])subscript[(<]/
        sub(MODIFIERS "(func +[^ (<]+|init[?!]?|subscript|deinit)", "", rest)
    } else if (code ~ COMPUTED) {
        pending = 1; signature_line = FNR; nesting = 0; listed = 0; generic = 0; takes_parameters = 0
    } else if (pending && code ~ /^ *}/) {
        pending = 0    # the requirement of a protocol: it has no body
    }
    if (pending) rest = read_signature(rest)
    if (!pending && rest ~ /[{}]/) count_braces(rest)
    if (code ~ /^}/) { depth = 0; functions = 0 }    # whatever was misread ends here
}

END {
    finish_file()
    exit failures ? 1 : 0
}

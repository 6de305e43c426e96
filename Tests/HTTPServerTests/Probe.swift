// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

/// A malformed request. Requests behind it on the connection must not be served either.
struct Probe: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var rejection: RequestRejection

    init(_ name: String, _ rejection: RequestRejection, _ text: String) {
        self.init(name, rejection, Array(text.utf8))
    }

    init(_ name: String, _ rejection: RequestRejection, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        self.rejection = rejection
    }

    var testDescription: String { name }

    static let hidden = Array("GET /hidden HTTP/1.1\r\nHost: a.test\r\n\r\n".utf8)

    static let all = requestLines + fields + hosts + framings + chunks + sizes
}

/// Returns a head with these lines after its request line and Host.
private func head(_ method: String = "GET", _ lines: String...) -> String {
    "\(method) / HTTP/1.1\r\nHost: a.test\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
}

private func chunked(_ body: String) -> String {
    head("POST", "Transfer-Encoding: chunked") + body
}

private let host = "Host: a.test\r\n\r\n"

extension Probe {
    static let requestLines = [
        Probe("line ends of LF alone", .bareLineFeed, "GET / HTTP/1.1\nHost: a.test\n\n"),
        Probe("an LF in the request line", .bareLineFeed, "GET /\n HTTP/1.1\r\n\(host)"),
        Probe("a CR in the request line", .bareCarriageReturn, "GET /\r HTTP/1.1\r\n\(host)"),
        Probe("a NUL in the target", .controlCharacter, "GET /\0 HTTP/1.1\r\n\(host)"),
        Probe("the greeting of TLS", .controlCharacter, [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
        Probe("a tab for a space", .requestLineMalformed, "GET\t/ HTTP/1.1\r\n\(host)"),
        Probe("two spaces after the method", .requestLineMalformed, "GET  / HTTP/1.1\r\n\(host)"),
        Probe("a space in the target", .requestLineMalformed, "GET /a b HTTP/1.1\r\n\(host)"),
        Probe("a space after the version", .requestLineMalformed, "GET / HTTP/1.1 \r\n\(host)"),
        Probe("no version, as in HTTP/0.9", .requestLineMalformed, "GET /\r\n"),
        Probe("two empty lines", .requestLineMalformed, "\r\n\r\nGET / HTTP/1.1\r\n\(host)"),
        Probe("no method", .methodMalformed, " / HTTP/1.1\r\n\(host)"),
        Probe("a method in parentheses", .methodMalformed, "(GET) / HTTP/1.1\r\n\(host)"),
        Probe("a method with a letter beyond ASCII", .methodMalformed, "GÉT / HTTP/1.1\r\n\(host)"),
        Probe("a tunnel", .methodNotSupported, "CONNECT a.test:443 HTTP/1.1\r\n\(host)"),
        Probe("an empty target", .targetMalformed, "GET  HTTP/1.1\r\n\(host)"),
        Probe("no target", .requestLineMalformed, "GET HTTP/1.1\r\n\(host)"),
        Probe("a target without a slash", .targetMalformed, "GET a HTTP/1.1\r\n\(host)"),
        Probe("an asterisk that is not of OPTIONS", .targetMalformed, "GET * HTTP/1.1\r\n\(host)"),
        Probe("a fragment", .targetMalformed, "GET /#a HTTP/1.1\r\n\(host)"),
        Probe("a target beyond ASCII", .targetMalformed, "GET /é HTTP/1.1\r\n\(host)"),
        Probe("a DEL in the target", .controlCharacter, "GET /\u{7F} HTTP/1.1\r\n\(host)"),
        Probe("another scheme", .targetMalformed, "GET ftp://a.test/ HTTP/1.1\r\n\(host)"),
        Probe("an absolute target with a user", .targetMalformed, "GET http://b@a.test/ HTTP/1.1\r\n\(host)"),
        Probe("an absolute target without a path", .targetMalformed, "GET http://a.test HTTP/1.1\r\n\(host)"),
        Probe("a target that contradicts the host", .hostContradictsTarget, "GET http://b.test/ HTTP/1.1\r\n\(host)"),
        Probe("version 2.0", .versionNotSupported, "GET / HTTP/2.0\r\n\(host)"),
        Probe("version 1.2", .versionNotSupported, "GET / HTTP/1.2\r\n\(host)"),
        Probe("the preface of HTTP/2", .versionNotSupported, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Probe("a version in lower case", .versionMalformed, "GET / http/1.1\r\n\(host)"),
        Probe("a version with more digits", .versionMalformed, "GET / HTTP/1.10\r\n\(host)"),
        Probe("a version without its first digit", .versionMalformed, "GET / HTTP/x.1\r\n\(host)"),
        Probe("a version without its last digit", .versionMalformed, "GET / HTTP/1.x\r\n\(host)"),
        Probe("a version with a hyphen", .versionMalformed, "GET / HTTP/1-1\r\n\(host)"),
        Probe("another protocol", .versionMalformed, "GET / ICY/1.1\r\n\(host)"),
    ]

    static let fields = [
        Probe("a space before the colon", .fieldNameMalformed, "GET / HTTP/1.1\r\nHost : a.test\r\n\r\n"),
        Probe("a tab before the colon", .fieldNameMalformed, head("GET", "A\t: b")),
        Probe("a line without a colon", .fieldMalformed, head("GET", "A")),
        Probe("a field without a name", .fieldNameMalformed, head("GET", ": a")),
        Probe("a name with a bracket", .fieldNameMalformed, head("GET", "A[]: b")),
        Probe("a folded field", .fieldFolded, head("GET", "A: b", " c")),
        Probe("a fold before the first field", .fieldFolded, "GET / HTTP/1.1\r\n A: b\r\n\(host)"),
        Probe("a line of blanks", .fieldFolded, head("GET", "\t")),
        Probe("a NUL in a value", .controlCharacter, head("GET", "A: b\0c")),
        Probe("a bell in a value", .controlCharacter, head("GET", "A: \u{7}")),
        Probe("a CR in a value", .bareCarriageReturn, head("GET", "A: b\rc")),
        Probe("two CRs before the LF", .bareCarriageReturn, head("GET", "A: b\r")),
        Probe("an LF in a value", .bareLineFeed, head("GET", "A: b\nC: d")),
        Probe("an LF that ends the head", .bareLineFeed, "GET / HTTP/1.1\r\nHost: a.test\r\n\n"),
        Probe("a value that is not UTF-8", .fieldNotText, Array("GET / HTTP/1.1\r\nA: ".utf8) + [0xFF, 0x0D, 0x0A]),
        Probe("an expectation that nobody knows", .expectationNotSupported, head("POST", "Expect: 200-ok")),
    ]

    static let hosts =
        [
            Probe("no host", .hostMissing, "GET / HTTP/1.1\r\n\r\n"),
            Probe("two hosts", .hostRepeated, head("GET", "Host: b.test")),
            Probe("the same host twice", .hostRepeated, head("GET", "host: a.test")),
        ]
        + [
            "", ":80", "a b", "a.test,b.test", "a.test/", "b@a.test", "a.test:", "a.test:x", "a.test:65536",
            "a.test:000080", "a.test:+80", "a.test/80", "[::1]80", "[:]", "[::g]", "[10.0.0.1]", "[::1", "::1", "[]",
            "[::1]x", "[a.test]", "a%2etest", "é.test", "http://a.test",
            String(repeating: "a", count: 256),
        ].map { Probe("the host \"\($0)\"", .hostMalformed, "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n") }

    static let framings =
        [
            Probe(
                "a length beside chunks",
                .lengthBesideTransferEncoding,
                head("POST", "Content-Length: 5", "Transfer-Encoding: chunked") + "0\r\n\r\n"
            ),
            Probe(
                "chunks beside a length",
                .lengthBesideTransferEncoding,
                head("POST", "transfer-encoding: chunked", "content-length: 0") + "0\r\n\r\n"
            ),
            Probe(
                "two lengths",
                .contentLengthRepeated,
                head("POST", "Content-Length: 5", "Content-Length: 0") + "hello"
            ),
            Probe(
                "the same length twice",
                .contentLengthRepeated,
                head("POST", "Content-Length: 5", "Content-Length: 5") + "hello"
            ),
            Probe(
                "chunks in HTTP/1.0", .transferEncodingTooEarly, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"
            ),
            Probe(
                "chunked twice",
                .transferEncodingRepeated,
                head("POST", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked")
            ),
        ]
        + ["", "+5", "-1", "0x5", "5,5", "5, 5", "5 5", "5.0", "1e3", "five", "٥"].map {
            Probe("the length \"\($0)\"", .contentLengthMalformed, head("POST", "Content-Length: \($0)") + "hello")
        }
        + [
            "", "identity", "gzip", "gzip, chunked", "chunked, chunked", "chunked, identity", "chunked;q=1", "xchunked",
            "\"chunked\"", "chunked,", ",chunked",
        ].map {
            Probe("the encoding \"\($0)\"", .transferEncodingNotSupported, head("POST", "Transfer-Encoding: \($0)"))
        }
        + [
            Probe(
                "an encoding after a vertical tab", .controlCharacter, head("POST", "Transfer-Encoding: \u{B}chunked"))
        ]

    static let chunks = [
        Probe("a chunk without a size", .chunkMalformed, chunked("\r\nhello\r\n")),
        Probe("a chunk with a sign", .chunkMalformed, chunked("+5\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk with a prefix", .chunkMalformed, chunked("0x5\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk after a space", .chunkMalformed, chunked(" 5\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk before a space", .chunkMalformed, chunked("5 \r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk with an extension", .chunkMalformed, chunked("5;a=b\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk size with an LF alone", .bareLineFeed, chunked("5\nhello\r\n0\r\n\r\n")),
        Probe("a chunk of more than its size", .chunkMalformed, chunked("4\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk of less than its size", .bareLineFeed, chunked("6\r\nhello\r\n0\r\n\r\n")),
        Probe("chunk data that ends in LF alone", .bareLineFeed, chunked("5\r\nhello\n0\r\n\r\n")),
        Probe("a chunk of 2^64 bytes", .chunkMalformed, chunked("10000000000000000\r\n")),
        Probe("a chunk of 2^63 bytes", .bodyTooLarge, chunked("8000000000000000\r\n")),
        Probe("a chunk of 2^64 - 1 bytes", .bodyTooLarge, chunked("ffffffffffffffff\r\n")),
        Probe("a malformed trailer", .fieldMalformed, chunked("0\r\nA\r\n\r\n")),
        Probe("a folded trailer", .fieldFolded, chunked("0\r\nA: b\r\n c\r\n\r\n")),
        Probe("a NUL in a trailer", .controlCharacter, chunked("0\r\nA: \0\r\n\r\n")),
        Probe("endless trailers", .trailersTooLarge, chunked("0\r\n" + String(repeating: "A: b\r\n", count: 1000))),
    ]

    static let sizes = [
        Probe("a long target", .requestLineTooLong, "GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1\r\n"),
        Probe("a request line without an end", .requestLineTooLong, String(repeating: "A", count: 9000)),
        Probe("101 fields", .fieldsTooMany, "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 101)),
        Probe("a field of 16 KB", .headTooLarge, head("GET", "A: " + String(repeating: "b", count: 16 << 10))),
        Probe(
            "a head of 17 KB",
            .headTooLarge,
            head("GET", String(repeating: "A: \(String(repeating: "b", count: 1000))\r\n", count: 17))
        ),
        Probe("a declared body of 100 MB", .bodyTooLarge, head("POST", "Content-Length: 104857600")),
        Probe("a declared body beyond counting", .bodyTooLarge, head("POST", "Content-Length: 99999999999999999999")),
        Probe("a chunk of 100 MB", .bodyTooLarge, chunked("6400000\r\n")),
        Probe("a body one byte too large", .bodyTooLarge, head("POST", "Content-Length: 65537")),
        Probe(
            "chunks that add up to too much",
            .bodyTooLarge,
            chunked(String(repeating: "8000\r\n\(String(repeating: "a", count: 0x8000))\r\n", count: 3))
        ),
    ]
}

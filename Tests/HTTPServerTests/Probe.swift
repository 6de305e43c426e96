// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

/// A malformed request. Requests behind it on the connection must not be served either.
struct Probe: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var rejection: RequestRejection

    init(_ name: String, rejection: RequestRejection, input: String) {
        self.init(name, rejection: rejection, input: Array(input.utf8))
    }

    init(_ name: String, rejection: RequestRejection, input: [UInt8]) {
        self.name = name
        bytes = input
        self.rejection = rejection
    }

    var testDescription: String { name }

    static let hidden = Array("GET /hidden HTTP/1.1\r\nHost: a.test\r\n\r\n".utf8)

    static let all = requestLines + fields + hosts + framings + chunks + sizes
}

/// Returns a head with these fields after its request line and Host.
private func head(_ method: String = "GET", fields: String...) -> String {
    "\(method) / HTTP/1.1\r\nHost: a.test\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

private func chunked(_ body: String) -> String {
    head("POST", fields: "Transfer-Encoding: chunked") + body
}

private let host = "Host: a.test\r\n\r\n"

extension Probe {
    static let requestLines = [
        Probe("line ends of LF alone", rejection: .bareLineFeed, input: "GET / HTTP/1.1\nHost: a.test\n\n"),
        Probe("an LF in the request line", rejection: .bareLineFeed, input: "GET /\n HTTP/1.1\r\n\(host)"),
        Probe("a CR in the request line", rejection: .bareCarriageReturn, input: "GET /\r HTTP/1.1\r\n\(host)"),
        Probe("a NUL in the target", rejection: .controlCharacter, input: "GET /\0 HTTP/1.1\r\n\(host)"),
        Probe("a TLS ClientHello", rejection: .controlCharacter, input: [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
        Probe("a tab instead of a space", rejection: .requestLineMalformed, input: "GET\t/ HTTP/1.1\r\n\(host)"),
        Probe("two spaces after the method", rejection: .requestLineMalformed, input: "GET  / HTTP/1.1\r\n\(host)"),
        Probe("a space in the target", rejection: .requestLineMalformed, input: "GET /a b HTTP/1.1\r\n\(host)"),
        Probe("a space after the version", rejection: .requestLineMalformed, input: "GET / HTTP/1.1 \r\n\(host)"),
        Probe("no version, as in HTTP/0.9", rejection: .requestLineMalformed, input: "GET /\r\n"),
        Probe("two empty lines", rejection: .requestLineMalformed, input: "\r\n\r\nGET / HTTP/1.1\r\n\(host)"),
        Probe("no method", rejection: .methodMalformed, input: " / HTTP/1.1\r\n\(host)"),
        Probe("a method in parentheses", rejection: .methodMalformed, input: "(GET) / HTTP/1.1\r\n\(host)"),
        Probe("a method that is not ASCII", rejection: .methodMalformed, input: "GÉT / HTTP/1.1\r\n\(host)"),
        Probe("a CONNECT request", rejection: .methodNotSupported, input: "CONNECT a.test:443 HTTP/1.1\r\n\(host)"),
        Probe("an empty target", rejection: .targetMalformed, input: "GET  HTTP/1.1\r\n\(host)"),
        Probe("no target", rejection: .requestLineMalformed, input: "GET HTTP/1.1\r\n\(host)"),
        Probe("a target without a slash", rejection: .targetMalformed, input: "GET a HTTP/1.1\r\n\(host)"),
        Probe(
            "an asterisk with a method other than OPTIONS", rejection: .targetMalformed,
            input: "GET * HTTP/1.1\r\n\(host)"),
        Probe("a fragment", rejection: .targetMalformed, input: "GET /#a HTTP/1.1\r\n\(host)"),
        Probe("a target that is not ASCII", rejection: .targetMalformed, input: "GET /é HTTP/1.1\r\n\(host)"),
        Probe("a DEL in the target", rejection: .controlCharacter, input: "GET /\u{7F} HTTP/1.1\r\n\(host)"),
        Probe("another scheme", rejection: .targetMalformed, input: "GET ftp://a.test/ HTTP/1.1\r\n\(host)"),
        Probe(
            "an absolute target with a user", rejection: .targetMalformed,
            input: "GET http://b@a.test/ HTTP/1.1\r\n\(host)"),
        Probe(
            "an absolute target without a path", rejection: .targetMalformed,
            input: "GET http://a.test HTTP/1.1\r\n\(host)"),
        Probe(
            "a target that contradicts the host", rejection: .hostContradictsTarget,
            input: "GET http://b.test/ HTTP/1.1\r\n\(host)"),
        Probe("version 2.0", rejection: .versionNotSupported, input: "GET / HTTP/2.0\r\n\(host)"),
        Probe("version 1.2", rejection: .versionNotSupported, input: "GET / HTTP/1.2\r\n\(host)"),
        Probe("an HTTP/2 preface", rejection: .versionNotSupported, input: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Probe("a version in lower case", rejection: .versionMalformed, input: "GET / http/1.1\r\n\(host)"),
        Probe("a version with more digits", rejection: .versionMalformed, input: "GET / HTTP/1.10\r\n\(host)"),
        Probe("a version without its first digit", rejection: .versionMalformed, input: "GET / HTTP/x.1\r\n\(host)"),
        Probe("a version without its last digit", rejection: .versionMalformed, input: "GET / HTTP/1.x\r\n\(host)"),
        Probe("a version with a hyphen", rejection: .versionMalformed, input: "GET / HTTP/1-1\r\n\(host)"),
        Probe("another protocol", rejection: .versionMalformed, input: "GET / ICY/1.1\r\n\(host)"),
    ]

    static let fields = [
        Probe(
            "a space before the colon", rejection: .fieldNameMalformed, input: "GET / HTTP/1.1\r\nHost : a.test\r\n\r\n"
        ),
        Probe("a tab before the colon", rejection: .fieldNameMalformed, input: head("GET", fields: "A\t: b")),
        Probe("a line without a colon", rejection: .fieldMalformed, input: head("GET", fields: "A")),
        Probe("a field without a name", rejection: .fieldNameMalformed, input: head("GET", fields: ": a")),
        Probe("a name with a bracket", rejection: .fieldNameMalformed, input: head("GET", fields: "A[]: b")),
        Probe("a folded field", rejection: .fieldFolded, input: head("GET", fields: "A: b", " c")),
        Probe("a fold before the first field", rejection: .fieldFolded, input: "GET / HTTP/1.1\r\n A: b\r\n\(host)"),
        Probe("a line of blanks", rejection: .fieldFolded, input: head("GET", fields: "\t")),
        Probe("a NUL in a value", rejection: .controlCharacter, input: head("GET", fields: "A: b\0c")),
        Probe("a bell in a value", rejection: .controlCharacter, input: head("GET", fields: "A: \u{7}")),
        Probe("a CR in a value", rejection: .bareCarriageReturn, input: head("GET", fields: "A: b\rc")),
        Probe("two CRs before the LF", rejection: .bareCarriageReturn, input: head("GET", fields: "A: b\r")),
        Probe("an LF in a value", rejection: .bareLineFeed, input: head("GET", fields: "A: b\nC: d")),
        Probe("an LF that ends the head", rejection: .bareLineFeed, input: "GET / HTTP/1.1\r\nHost: a.test\r\n\n"),
        Probe(
            "a value that is not UTF-8", rejection: .fieldNotText,
            input: Array("GET / HTTP/1.1\r\nA: ".utf8) + [0xFF, 0x0D, 0x0A]),
        Probe(
            "an unknown expectation", rejection: .expectationNotSupported,
            input: head("POST", fields: "Expect: 200-ok")),
    ]

    static let hosts =
        [
            Probe("no host", rejection: .hostMissing, input: "GET / HTTP/1.1\r\n\r\n"),
            Probe("two hosts", rejection: .hostRepeated, input: head("GET", fields: "Host: b.test")),
            Probe("the same host twice", rejection: .hostRepeated, input: head("GET", fields: "host: a.test")),
        ]
        + [
            "", ":80", "a b", "a.test,b.test", "a.test/", "b@a.test", "a.test:", "a.test:x", "a.test:65536",
            "a.test:000080", "a.test:+80", "a.test/80", "[::1]80", "[:]", "[::g]", "[10.0.0.1]", "[::1", "::1", "[]",
            "[::1]x", "[a.test]", "a%2etest", "é.test", "http://a.test",
            String(repeating: "a", count: 256),
        ].map { Probe("the host \"\($0)\"", rejection: .hostMalformed, input: "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n") }

    static let framings =
        [
            Probe(
                "Content-Length before chunks",
                rejection: .lengthBesideTransferEncoding,
                input: head("POST", fields: "Content-Length: 5", "Transfer-Encoding: chunked") + "0\r\n\r\n"
            ),
            Probe(
                "Content-Length after chunks",
                rejection: .lengthBesideTransferEncoding,
                input: head("POST", fields: "transfer-encoding: chunked", "content-length: 0") + "0\r\n\r\n"
            ),
            Probe(
                "two lengths",
                rejection: .contentLengthRepeated,
                input: head("POST", fields: "Content-Length: 5", "Content-Length: 0") + "hello"
            ),
            Probe(
                "the same length twice",
                rejection: .contentLengthRepeated,
                input: head("POST", fields: "Content-Length: 5", "Content-Length: 5") + "hello"
            ),
            Probe(
                "chunks in HTTP/1.0", rejection: .transferEncodingTooEarly,
                input: "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"
            ),
            Probe(
                "chunked twice",
                rejection: .transferEncodingRepeated,
                input: head("POST", fields: "Transfer-Encoding: chunked", "Transfer-Encoding: chunked")
            ),
        ]
        + ["", "+5", "-1", "0x5", "5,5", "5, 5", "5 5", "5.0", "1e3", "five", "٥"].map {
            Probe(
                "the length \"\($0)\"", rejection: .contentLengthMalformed,
                input: head("POST", fields: "Content-Length: \($0)") + "hello")
        }
        + [
            "", "identity", "gzip", "gzip, chunked", "chunked, chunked", "chunked, identity", "chunked;q=1", "xchunked",
            "\"chunked\"", "chunked,", ",chunked",
        ].map {
            Probe(
                "the encoding \"\($0)\"", rejection: .transferEncodingNotSupported,
                input: head("POST", fields: "Transfer-Encoding: \($0)"))
        }
        + [
            Probe(
                "an encoding after a vertical tab", rejection: .controlCharacter,
                input: head("POST", fields: "Transfer-Encoding: \u{B}chunked"))
        ]

    static let chunks = [
        Probe("a chunk without a size", rejection: .chunkMalformed, input: chunked("\r\nhello\r\n")),
        Probe("a chunk with a sign", rejection: .chunkMalformed, input: chunked("+5\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk with a prefix", rejection: .chunkMalformed, input: chunked("0x5\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk after a space", rejection: .chunkMalformed, input: chunked(" 5\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk before a space", rejection: .chunkMalformed, input: chunked("5 \r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk with an extension", rejection: .chunkMalformed, input: chunked("5;a=b\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk size with an LF alone", rejection: .bareLineFeed, input: chunked("5\nhello\r\n0\r\n\r\n")),
        Probe("a chunk of more than its size", rejection: .chunkMalformed, input: chunked("4\r\nhello\r\n0\r\n\r\n")),
        Probe("a chunk of less than its size", rejection: .bareLineFeed, input: chunked("6\r\nhello\r\n0\r\n\r\n")),
        Probe("chunk data that ends in LF alone", rejection: .bareLineFeed, input: chunked("5\r\nhello\n0\r\n\r\n")),
        Probe("a chunk of 2^64 bytes", rejection: .chunkMalformed, input: chunked("10000000000000000\r\n")),
        Probe("a chunk of 2^63 bytes", rejection: .bodyTooLarge, input: chunked("8000000000000000\r\n")),
        Probe("a chunk of 2^64 - 1 bytes", rejection: .bodyTooLarge, input: chunked("ffffffffffffffff\r\n")),
        Probe("a malformed trailer", rejection: .fieldMalformed, input: chunked("0\r\nA\r\n\r\n")),
        Probe("a folded trailer", rejection: .fieldFolded, input: chunked("0\r\nA: b\r\n c\r\n\r\n")),
        Probe("a NUL in a trailer", rejection: .controlCharacter, input: chunked("0\r\nA: \0\r\n\r\n")),
        Probe(
            "endless trailers", rejection: .trailersTooLarge,
            input: chunked("0\r\n" + String(repeating: "A: b\r\n", count: 1000))),
    ]

    static let sizes = [
        Probe(
            "a long target", rejection: .requestLineTooLong,
            input: "GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1\r\n"),
        Probe(
            "a request line without an end", rejection: .requestLineTooLong, input: String(repeating: "A", count: 9000)),
        Probe(
            "101 fields", rejection: .fieldsTooMany,
            input: "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 101)),
        Probe(
            "a field of 16 KB", rejection: .headTooLarge,
            input: head("GET", fields: "A: " + String(repeating: "b", count: 16 << 10))),
        Probe(
            "a head of 17 KB",
            rejection: .headTooLarge,
            input: head("GET", fields: String(repeating: "A: \(String(repeating: "b", count: 1000))\r\n", count: 17))
        ),
        Probe(
            "a declared body of 100 MB", rejection: .bodyTooLarge,
            input: head("POST", fields: "Content-Length: 104857600")),
        Probe(
            "a declared body size that overflows", rejection: .bodyTooLarge,
            input: head("POST", fields: "Content-Length: 99999999999999999999")),
        Probe("a chunk of 100 MB", rejection: .bodyTooLarge, input: chunked("6400000\r\n")),
        Probe(
            "a body one byte too large", rejection: .bodyTooLarge, input: head("POST", fields: "Content-Length: 65537")),
        Probe(
            "chunks that add up to too much",
            rejection: .bodyTooLarge,
            input: chunked(String(repeating: "8000\r\n\(String(repeating: "a", count: 0x8000))\r\n", count: 3))
        ),
    ]
}

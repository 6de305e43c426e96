// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension FuzzTarget {
    /// Base64 in both alphabets, PEM and timestamps. Bytes have one base64 text.
    static let text = FuzzTarget(name: "text", accepts: ["base64url", "base64", "PEM", "a timestamp"]) { bytes in
        if let decoded = Base64URL.decode(bytes) {
            accepted("base64url")
            require(Array(Base64URL.encode(decoded).utf8) == bytes, "bytes have one base64url text")
        }
        require(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "encoded bytes survive a round trip")
        require(Base64.decode(Base64.encode(bytes)) == bytes, "encoded bytes survive a round trip")

        let text = String(decoding: bytes, as: UTF8.self)
        if let decoded = Base64.decode(text) {
            accepted("base64")
            require(Base64.encode(decoded) == text, "bytes have one base64 text")
        }
        if let blocks = PEM.blocks(in: text, label: "CERTIFICATE") {
            if !blocks.isEmpty { accepted("PEM") }
            let again = blocks.map { "-----BEGIN CERTIFICATE-----\n\(Base64.encode($0))\n-----END CERTIFICATE-----\n" }
            require(PEM.blocks(in: again.joined(), label: "CERTIFICATE") == blocks, "blocks survive a round trip")
        }
        if let time = Timestamp(text) {
            accepted("a timestamp")
            // A time zone offset can lead beyond the years with four digits.
            let years = -62_167_219_200..<253_402_300_800 as Range<Int64>
            let isWritable = years.contains(time.secondsSince1970)
            require(!isWritable || Timestamp(time.description) == time, "timestamps survive a round trip")
        }
    }
}

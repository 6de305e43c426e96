// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension FuzzTarget {
    /// Base64 in both alphabets, PEM and time: one text for each meaning where there is to be only one.
    static let text = FuzzTarget(name: "text", accepts: ["base64url", "base64", "PEM", "a moment"]) { bytes in
        if let decoded = Base64URL.decode(bytes) {
            accepted("base64url")
            require(Array(Base64URL.encode(decoded).utf8) == bytes, "bytes have one base64url")
        }
        require(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "what is encoded decodes")
        require(Base64.decode(Base64.encode(bytes)) == bytes, "what is encoded decodes")

        let text = String(decoding: bytes, as: UTF8.self)
        if let decoded = Base64.decode(text) {
            accepted("base64")
            require(Base64.encode(decoded) == text, "bytes have one base64")
        }
        if let blocks = PEM.blocks(in: text, label: "CERTIFICATE") {
            if !blocks.isEmpty { accepted("PEM") }
            let again = blocks.map { "-----BEGIN CERTIFICATE-----\n\(Base64.encode($0))\n-----END CERTIFICATE-----\n" }
            require(PEM.blocks(in: again.joined(), label: "CERTIFICATE") == blocks, "blocks written anew read back")
        }
        if let moment = Timestamp(text) {
            accepted("a moment")
            // An offset can lead out of the years that have four digits.
            let years = -62_167_219_200..<253_402_300_800 as Range<Int64>
            let isWritable = years.contains(moment.secondsSince1970)
            require(!isWritable || Timestamp(moment.description) == moment, "a moment reads back as it was written")
        }
    }
}

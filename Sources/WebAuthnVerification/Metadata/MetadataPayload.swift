// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The payload of a metadata BLOB, taken apart; whether anybody signed it is not asked here.
package struct MetadataPayload: Sendable {
    package let number: Int
    package let nextUpdate: Timestamp
    /// How many entries there are, those that cannot be read among them.
    package let entryCount: Int
    package let entries: [MetadataEntry]

    /// The production BLOB has some ten megabytes.
    private static let limits = JSONReader.Limits(depth: 32, bytes: 64 << 20)

    /// Takes the payload apart. An entry that cannot be read is left out: one maker's mistake must not take the others
    /// away.
    package init(_ bytes: [UInt8]) throws(MetadataRejection) {
        let payload: JSONValue
        do {
            payload = try JSONReader.read(bytes, limits: Self.limits)
        } catch {
            throw .payloadMalformed("\(error)")
        }
        guard let number = payload["no"]?.intValue else { throw .payloadMalformed("no") }
        guard let nextUpdate = payload["nextUpdate"]?.stringValue.flatMap(Timestamp.init) else {
            throw .payloadMalformed("nextUpdate")
        }
        guard let list = payload["entries"]?.arrayValue else { throw .payloadMalformed("entries") }
        self.number = number
        self.nextUpdate = nextUpdate
        entryCount = list.count
        entries = list.compactMap(MetadataEntry.init)
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WireFormats

/// The parsed payload of a metadata BLOB. Its signature is verified elsewhere.
package struct MetadataPayload: Sendable {
    package let number: Int
    package let nextUpdate: Timestamp
    /// The number of entries, including malformed ones.
    package let entryCount: Int
    package let entries: [MetadataEntry]

    // The production BLOB has about ten megabytes.
    private static let limits = JSONReader.Limits(depth: 32, bytes: 64 << 20)

    /// Parses the payload. Skips malformed entries, so that one vendor's mistake doesn't affect other entries.
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

/// The metadata of an authenticator model.
package struct MetadataEntry: Sendable {
    /// A status report about the model.
    package struct StatusReport: Sendable {
        package let status: String
        package let effectiveDate: Timestamp?
        package let certificate: Certificate?
    }

    package let model: AAGUID?
    package let keyIdentifiers: [[UInt8]]
    package let description: String
    package let anchors: [Certificate]
    package let allowsSelfAttestation: Bool
    package let statusReports: [StatusReport]

    /// Parses an entry. Returns `nil` if it has neither an AAGUID nor key identifiers, as for UAF authenticators.
    package init?(_ json: JSONValue) {
        model = json["aaguid"]?.stringValue.flatMap { AAGUID($0) }
        keyIdentifiers = (json["attestationCertificateKeyIdentifiers"]?.arrayValue ?? [])
            .compactMap { $0.stringValue.flatMap(Self.bytes(fromHexadecimal:)) }
        guard model != nil || !keyIdentifiers.isEmpty else { return nil }
        let statement = json["metadataStatement"]
        description = statement?["description"]?.stringValue ?? ""
        anchors = (statement?["attestationRootCertificates"]?.arrayValue ?? []).compactMap(Self.certificate)
        allowsSelfAttestation = (statement?["attestationTypes"]?.arrayValue ?? []).contains("basic_surrogate")
        statusReports = (json["statusReports"]?.arrayValue ?? []).compactMap { report in
            report["status"]?.stringValue.map {
                StatusReport(
                    status: $0, effectiveDate: report["effectiveDate"]?.stringValue.flatMap(Timestamp.init),
                    certificate: report["certificate"].flatMap(Self.certificate))
            }
        }
    }

    /// Returns the status of a report, in force at this time, that the model is compromised.
    ///
    /// A report with a certificate applies only to paths that contain its key.
    package func compromise(of path: [Certificate], at time: Timestamp) -> String? {
        statusReports.first { report in
            Self.badStatuses.contains(report.status)
                && (report.effectiveDate.map { $0 <= time } ?? true)
                && (report.certificate.map { named in path.contains { $0.isOfSameKey(as: named) } } ?? true)
        }?.status
    }

    private static let badStatuses: Set<String> = [
        "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
        "USER_KEY_PHYSICAL_COMPROMISE", "REVOKED",
    ]

    /// Some vendors wrap their base64 in lines.
    private static func certificate(_ json: JSONValue) -> Certificate? {
        guard let text = json.stringValue?.filter({ !$0.isWhitespace }), let der = Base64.decode(text) else {
            return nil
        }
        return try? Certificate(der: der)
    }

    private static func bytes(fromHexadecimal text: String) -> [UInt8]? {
        // Without the second condition, a sign would be accepted in place of a digit.
        guard text.utf8.count == 40, text.allSatisfy(\.isHexDigit) else { return nil }
        var bytes: [UInt8] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

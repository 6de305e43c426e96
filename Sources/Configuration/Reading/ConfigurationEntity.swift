// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// Something that is configured: a value read from the JSON of the Management API.
package protocol ConfigurationEntity: Hashable, Sendable {
    static var kind: ConfigurationDocument.Kind { get }
    /// What it is told apart by among its kind.
    var id: String { get }

    /// Reads the members and notes all that is wrong with them; then the value is not to be used.
    init(from members: inout ConfigurationMembers)
}

extension ConfigurationEntity {
    /// Reads a value; `nil` if anything is wrong with it.
    package init?(json: JSONValue, at path: String, findings: inout ConfigurationFindings) {
        let count = findings.problems.count
        let value = ConfigurationMembers.read(json, at: path, findings: &findings) { Self(from: &$0) }
        guard let value, findings.problems.count == count else { return nil }
        self = value
    }

    /// The same for callers that warn nobody.
    package init?(json: JSONValue, at path: String, problems: inout [ConfigurationProblem]) {
        var findings = ConfigurationFindings()
        defer { problems += findings.problems }
        self.init(json: json, at: path, findings: &findings)
    }
}

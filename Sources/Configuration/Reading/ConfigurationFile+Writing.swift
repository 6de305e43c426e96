// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

extension ConfigurationFile {
    /// What is stored, in the form of a file. Secrets are in it as hashes.
    package static func json(of documents: [ConfigurationDocument]) -> JSONObject {
        var file = JSONObject()
        for kind in ConfigurationDocument.Kind.allCases {
            let values = documents.filter { $0.kind == kind }.map { JSONValue.object($0.json) }
            guard let first = values.first else { continue }
            file[kind.fileMember] = kind == .tenant ? first : .array(values)
        }
        return file
    }
}

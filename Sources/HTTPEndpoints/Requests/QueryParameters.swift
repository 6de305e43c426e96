// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The parameters behind a question mark.
struct QueryParameters {
    private var values: [String: String] = [:]

    /// Refuses what is no query, or names a parameter twice.
    init(_ query: String?) throws(HTTPProblem) {
        for part in (query ?? "").split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair.first.flatMap({ PercentEncoding.decode($0) }),
                let value = PercentEncoding.decode(pair.count > 1 ? pair[1] : ""),
                values.updateValue(value, forKey: name) == nil
            else { throw .invalid("request.query", "The query is not readable, or names a parameter twice.") }
        }
    }

    subscript(name: String) -> String? { values[name] }
}

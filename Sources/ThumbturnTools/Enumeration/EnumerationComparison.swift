// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What a server answered about names that exist and names that don't.
package struct EnumerationComparison {
    /// What is known of the responses about one kind of names.
    private struct Kind {
        var times: [Double] = []
        /// How often each status, with names of fields and shape of the body, was answered.
        var answers: [String: Int] = [:]
        /// How often each length of a credential ID was answered.
        var lengths: [Int: Int] = [:]

        mutating func add(_ answer: String, lengths added: [Int], time: Double?) {
            answers[answer, default: 0] += 1
            for length in added { lengths[length, default: 0] += 1 }
            if let time { times.append(time) }
        }
    }

    /// The greatest difference from 0.5 of the probability that a response about a name that exists takes longer. Its
    /// standard error is 0.65 % for 4,000 names of each kind.
    private static let bound = 0.06
    /// The greatest distance between the lengths of credential IDs. Of a name that exists one ID in four is real, so
    /// that the distributions differ a little.
    private static let lengthBound = 0.15

    private var existing = Kind()
    private var missing = Kind()
    private var count = 0

    package init() {}

    /// - Parameter time: `nil` if it doesn't count.
    package mutating func add(status: Int, fields: [String], body: JSONValue, time: Double?, exists: Bool) {
        let shape = String(decoding: Self.shape(of: body).serialized(), as: UTF8.self)
        let answer = "\(status) \(fields.sorted().joined(separator: ", ")) \(shape)"
        let credentials = body["allowCredentials"]?.arrayValue ?? []
        let lengths = credentials.compactMap { $0["id"]?.stringValue?.utf8.count }
        if exists {
            existing.add(answer, lengths: lengths, time: time)
        } else {
            missing.add(answer, lengths: lengths, time: time)
        }
        count += 1
    }

    private var probability: Double { existing.times.probabilityOfExceeding(missing.times) }

    package var summary: String { "\(Self.percent(probability)) of pairs, \(count) requests" }

    /// What tells the two kinds of names apart.
    package var faults: [String] {
        var faults: [String] = []
        // A server without the endpoint treats all names alike.
        if !existing.answers.keys.contains(where: { $0.hasPrefix("200 ") }) {
            faults.append("no name that exists gets a response with status 200")
        }
        if Set(existing.answers.keys) != Set(missing.answers.keys) {
            faults.append("the responses differ: \(existing.answers) and \(missing.answers)")
        }
        let distance = existing.lengths.totalVariation(from: missing.lengths)
        if distance > Self.lengthBound {
            let lengths = "\(existing.lengths) and \(missing.lengths)"
            faults.append("the lengths of IDs differ by \(Self.percent(distance)): \(lengths)")
        }
        if (probability - 0.5).magnitude > Self.bound {
            faults.append("a name that exists takes longer in \(Self.percent(probability)) of pairs")
        }
        return faults
    }

    /// Returns the value with the length in place of each text. The IDs of credentials are left out: their lengths are
    /// compared on their own.
    private static func shape(of value: JSONValue, isCredential: Bool = false) -> JSONValue {
        switch value {
        case .string(let text): .number(JSONNumber(Int64(text.utf8.count)))
        case .array(let items): .array(items.map { shape(of: $0, isCredential: isCredential) })
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { !isCredential || $0.name != "id" }.map {
                        ($0.name, shape(of: $0.value, isCredential: $0.name == "allowCredentials"))
                    }))
        case .null, .bool, .number: value
        }
    }

    private static func percent(_ share: Double) -> String { "\(DecimalText(share * 100, digits: 1))%" }
}

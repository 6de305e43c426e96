// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What a server answered about names of one kind and about others that must look the same, such as names that exist and
/// names that don't.
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

    /// The greatest difference from 0.5 of the probability that a response about a subject takes longer. Its
    /// standard error is 0.65 % for 4,000 names of each kind.
    private static let bound = 0.06
    /// The greatest distance between the lengths of credential IDs. Of a name that exists one ID in four is real, so
    /// that the distributions differ a little.
    private static let lengthBound = 0.15

    private let subject: String
    private let status: Int
    private var subjects = Kind()
    private var others = Kind()
    private var count = 0

    /// - Parameter status: What at least one of the subjects gets. A server without the endpoint treats all names alike.
    package init(of subject: String = "a name that exists", expecting status: Int = 200) {
        self.subject = subject
        self.status = status
    }

    /// - Parameter time: `nil` if it doesn't count.
    package mutating func add(status: Int, fields: [String], body: JSONValue, time: Double?, isSubject: Bool) {
        let shape = String(decoding: Self.shape(of: body).serialized(), as: UTF8.self)
        let answer = "\(status) \(fields.sorted().joined(separator: ", ")) \(shape)"
        let credentials = body["allowCredentials"]?.arrayValue ?? []
        let lengths = credentials.compactMap { $0["id"]?.stringValue?.utf8.count }
        if isSubject {
            subjects.add(answer, lengths: lengths, time: time)
        } else {
            others.add(answer, lengths: lengths, time: time)
        }
        count += 1
    }

    private var probability: Double { subjects.times.probabilityOfExceeding(others.times) }

    package var summary: String { "\(Self.percent(probability)) of pairs, \(count) requests" }

    /// What tells the two kinds of names apart.
    package var faults: [String] {
        var faults: [String] = []
        if !subjects.answers.keys.contains(where: { $0.hasPrefix("\(status) ") }) {
            faults.append("\(subject) never gets a response with status \(status)")
        }
        if Set(subjects.answers.keys) != Set(others.answers.keys) {
            faults.append("the responses differ: \(subjects.answers) and \(others.answers)")
        }
        let distance = subjects.lengths.totalVariation(from: others.lengths)
        if distance > Self.lengthBound {
            let lengths = "\(subjects.lengths) and \(others.lengths)"
            faults.append("the lengths of IDs differ by \(Self.percent(distance)): \(lengths)")
        }
        if (probability - 0.5).magnitude > Self.bound {
            faults.append("\(subject) takes longer in \(Self.percent(probability)) of pairs")
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

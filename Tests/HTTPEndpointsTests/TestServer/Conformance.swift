// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import WireFormats

/// Whether an answer is one that the table of operations promises.
enum Conformance {
    static func problems(of answer: Answer, to message: Message) -> [String] {
        let path = String(message.path.prefix { $0 != "?" })
        guard let route = Route.find(path)?.route else { return failure(answer, path, among: [404, 421, 429]) }
        let name = message.method == .head ? HTTPMethod.get.rawValue : message.method.rawValue
        guard let operation = Operation.all.first(where: { $0.route == route && $0.method.rawValue == name }) else {
            if message.method == .options, answer.status == 204 { return [] }
            return failure(answer, path, among: [405, 421, 429])
        }
        if answer.status == operation.success.status { return success(answer, operation) }
        if answer.status == 304 { return operation.isRevalidated ? [] : ["304 is not described"] }
        return failure(answer, path, among: operation.failures)
    }

    private static func success(_ answer: Answer, _ operation: Operation) -> [String] {
        var problems = operation.success.headers.filter { answer.headers[$0] == nil }.map { "there is no \($0)" }
        guard let shape = operation.success.body else { return problems }
        if let other = operation.success.otherMediaType, answer.headers["Content-Type"]?.hasPrefix(other) == true {
            return problems
        }
        if answer.headers["Content-Type"] != operation.success.mediaType {
            problems.append("the media type is \(answer.headers["Content-Type"] ?? "missing")")
        }
        guard let value = try? JSONReader.read(answer.body) else { return problems + ["the body is not JSON"] }
        return problems + shape.problems(in: value).map { "\($0.pointer) \($0.detail)" }
    }

    private static func failure(_ answer: Answer, _ path: String, among statuses: [Int]) -> [String] {
        var problems = statuses.contains(answer.status) ? [] : ["\(answer.status) is not described"]
        if answer.headers["Content-Type"] != "application/json" { problems.append("an error is not JSON") }
        if answer.headers["Cache-Control"] != "no-store" { problems.append("an error may be kept") }
        guard let json = answer.json else { return problems + ["the error is not JSON"] }
        let shape = path.hasPrefix("/me/") ? Shape.accountError : Shape.authenticationError
        return problems + shape.problems(in: .object(json)).map { "\($0.pointer) \($0.detail)" }
    }
}

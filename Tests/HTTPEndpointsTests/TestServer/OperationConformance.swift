// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import HTTPServer
import WireFormats

/// Checks responses against the described operations.
enum OperationConformance {
    static func problems(of response: TestResponse, to message: Message) -> [String] {
        let path = String(message.path.prefix { $0 != "?" })
        let operations = Endpoints.operations(at: path).all
        guard !operations.isEmpty else { return failure(response, path: path, among: [404, 421, 429]) }
        let isPage = operations.contains(where: \.isPage)
        let name = message.method == .head ? HTTPMethod.get.rawValue : message.method.rawValue
        guard let operation = operations.first(where: { $0.method.rawValue == name }) else {
            if message.method == .options, response.status == 204 { return [] }
            return failure(response, path: path, among: [405, 421, 429])
        }
        if response.status == operation.success.status { return success(response, of: operation, isPage: isPage) }
        if response.status == 304 { return operation.success.isRevalidated ? [] : ["304 is not described"] }
        if isPage || operation.id == "sdkFile", response.status == 303 {
            return response.headers["Location"] == nil ? ["no Location"] : []
        }
        if let shape = operation.success.scriptBody, response.status == 200, !response.isPage {
            return shape.problems(in: .object(response.json ?? JSONObject())).map { "\($0.pointer) \($0.detail)" }
        }
        if isPage, response.status == 200 { return pageProblems(response) }
        return failure(response, path: path, among: operation.failures)
    }

    private static func success(_ response: TestResponse, of operation: Operation, isPage: Bool) -> [String] {
        var problems = operation.success.headers.filter { response.headers[$0] == nil }.map { "there is no \($0)" }
        if isPage, response.status == 200, operation.success.body == nil {
            return problems + pageProblems(response)
        }
        guard let shape = operation.success.body else { return problems }
        if let other = operation.success.otherMediaType, response.headers["Content-Type"]?.hasPrefix(other) == true {
            return problems
        }
        if response.headers["Content-Type"] != operation.success.mediaType {
            problems.append("the media type is \(response.headers["Content-Type"] ?? "missing")")
        }
        guard let value = try? JSONReader.read(response.body) else { return problems + ["the body is not JSON"] }
        return problems + shape.problems(in: value).map { "\($0.pointer) \($0.detail)" }
    }

    private static func failure(_ response: TestResponse, path: String, among statuses: [Int]) -> [String] {
        var problems = statuses.contains(response.status) ? [] : ["\(response.status) is not described"]
        if response.headers["Cache-Control"] != "no-store" { problems.append("an error may be kept") }
        if response.isPage { return problems + pageProblems(response) }
        if response.headers["Content-Type"] != "application/json" { problems.append("an error is not JSON") }
        guard let json = response.json else { return problems + ["the error is not JSON"] }
        let shape: Shape =
            path.hasPrefix("/me/")
            ? .accountError : path.hasPrefix("/api/auth/") ? .ceremonyAPIError : .authenticationError
        return problems + shape.problems(in: .object(json)).map { "\($0.pointer) \($0.detail)" }
    }

    /// The page of a sign-in is for one user, can't be framed unless it posts a message, and runs no inline script.
    private static func pageProblems(_ response: TestResponse) -> [String] {
        var problems: [String] = []
        if !response.isPage { problems.append("the media type is \(response.headers["Content-Type"] ?? "missing")") }
        if response.headers["X-Content-Type-Options"] != "nosniff" { problems.append("no X-Content-Type-Options") }
        let policy = response.headers["Content-Security-Policy"] ?? ""
        for directive in ["default-src 'none'", "base-uri 'none'", "frame-ancestors "] where !policy.contains(directive)
        {
            problems.append("the policy has no \(directive)")
        }
        if policy.contains("unsafe") { problems.append("the policy is \(policy)") }
        return problems
    }
}

extension TestResponse {
    var isPage: Bool { headers["Content-Type"] == "text/html; charset=utf-8" }
}

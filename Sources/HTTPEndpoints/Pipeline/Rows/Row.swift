// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import RateLimiting

/// One operation of the interface: what a request for it must be, what the description says of it, and its handler.
///
/// The pipeline checks all of it before the handler is called, which gets what was checked and nothing else. A row is
/// the only place that has any of this. It is a class, because each request refers to its row.
///
/// A request goes through these stages:
///
/// 1. `RowTable` finds the resource at its path, and the row of its method.
/// 2. `Endpoints` finds the host, counts the request against the limit of its address, and answers preflight requests.
/// 3. `respond` applies the rule of origins, reads the body or the query, checks the credential and calls the handler.
/// 4. What was thrown is translated by the family's dialect, and becomes a response in one place.
final class Row: Sendable {
    typealias Handler<Caller, Input> = @Sendable (CheckedRequest<Caller, Input>) async throws -> HTTPResponse

    let family: Family
    /// The limit of addresses.
    let limit: RateLimits.Kind
    let operation: Operation
    /// Whether it waits for a first RSA key that is still being generated.
    let needsAllKeys: Bool
    /// The requests that are answered without a host that is served.
    let reach: Reach
    /// Checks the request, and calls the handler.
    let respond: @Sendable (RequestContext) async throws -> HTTPResponse
    /// Answers a request without a host that is served.
    let answer: (@Sendable (IncomingRequest) async throws -> HTTPResponse)?

    // Inlined, because the closures of a row are only specialized for its caller and its input where these are known. A
    // request for a challenge costs a twelfth more otherwise.
    @inline(__always)
    init<Caller, Input>(
        _ method: Operation.Method, _ path: Path, in family: Family, by access: Access<Caller, Input>,
        taking reading: Reading<Input>, id: String, summary: String, success: Operation.Success,
        failing failures: [Int] = [], countedAs limit: RateLimits.Kind? = nil, needsAllKeys: Bool = false,
        handler: @escaping Handler<Caller, Input>
    ) {
        self.family = family
        self.limit = limit ?? family.limit
        self.needsAllKeys = needsAllKeys
        reach = .servedHosts
        answer = nil
        var operation = Operation(method, path, id: id, summary: summary, success: success)
        operation.security = access.security
        reading.describe(&operation)
        operation.errorSchema = family.dialect.format.schema
        operation.failures = Set(family.failures + access.failures + reading.failures + failures).sorted()
        self.operation = operation
        respond = { context in
            guard family.isServed(context) else { throw RequestFailure.pathUnknown }
            try access.origin.check(context)
            let (caller, input): (Caller, Input)
            switch access.check {
            // A credential of the head comes first, so that strangers get 401 whatever their body is.
            case .head(let check):
                caller = try await check(context)
                input = try reading.read(context)
            case .input(let check):
                input = try reading.read(context)
                caller = try await check(context, input)
            }
            return try await handler(CheckedRequest(context: context, caller: caller, input: input))
        }
    }

    /// An operation that is also answered without a host that is served.
    init(
        get path: Path, in family: Family, reaching reach: Reach, id: String, summary: String,
        success: Operation.Success, failing failures: [Int] = [],
        answer: @escaping @Sendable (IncomingRequest) async throws -> HTTPResponse
    ) {
        self.family = family
        limit = family.limit
        needsAllKeys = false
        self.reach = reach
        self.answer = answer
        var operation = Operation(.get, path, id: id, summary: summary, success: success)
        operation.errorSchema = family.dialect.format.schema
        operation.failures = Set(family.failures + failures).sorted()
        self.operation = operation
        respond = { try await answer($0.incoming) }
    }
}

/// The requests that an operation answers without a host that is served, and without a limit.
enum Reach: Sendable {
    case servedHosts
    /// It is about the process.
    case everyHost
    /// The page that a local server has at its IP address needs it.
    case localAddress

    func includes(_ request: IncomingRequest) -> Bool {
        switch self {
        case .servedHosts: false
        case .everyHost: true
        case .localAddress: request.isAtLocalAddress
        }
    }
}

/// What the operations of a family have in common.
struct Family: Sendable {
    var dialect = Dialect.authentication
    /// The limit of addresses, unless a row has another one.
    var limit = RateLimits.Kind.anything
    /// Whether pages of other origins may call the operations.
    var isCrossOrigin = false
    /// The statuses of errors that each operation may have: of hosts that aren't served, of limits and of storage.
    var failures = [421, 429, 503]
    /// Whether the request's host has the operations.
    var isServed: @Sendable (RequestContext) -> Bool = { _ in true }
}

/// A request that passed the checks of its row.
struct CheckedRequest<Caller, Input> {
    let context: RequestContext
    /// The sender, as the credential says.
    let caller: Caller
    /// The body or the query.
    let input: Input

    var services: Services { context.services }
    var browser: BrowserRequest { context.browser }
}

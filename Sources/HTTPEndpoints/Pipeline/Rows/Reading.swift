// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer

/// How an operation reads its body or its query.
struct Reading<Input>: Sendable {
    let read: @Sendable (RequestContext) throws -> Input
    let failures: [Int]
    let describe: @Sendable (inout Operation) -> Void
}

extension Reading where Input: RequestBody {
    @inline(__always) static func json(_ type: Input.Type) -> Reading { body(.json) }

    @inline(__always) static func jsonOrForm(_ type: Input.Type) -> Reading { body(.jsonOrForm) }

    @inline(__always) private static func body(_ form: BodyForm) -> Reading {
        Reading(
            read: { try $0.body(Input.self, form: form) }, failures: [400, 413, 415],
            describe: { $0.describe(Input.self, form: form) })
    }
}

extension Reading {
    /// A JSON body that may be left out.
    @inline(__always) static func optionalJSON<Body: RequestBody>(_ type: Body.Type) -> Reading where Input == Body? {
        Reading(
            read: { $0.request.body.isEmpty ? nil : try $0.body(Body.self, form: .json) }, failures: [400, 413, 415],
            describe: { $0.describe(Body.self, form: .json, isOptional: true) })
    }

    /// A form that may be left out. A body of another type is ignored.
    @inline(__always) static func optionalForm<Body: RequestBody>(_ type: Body.Type) -> Reading where Input == Body? {
        Reading(
            read: { $0.incoming.isForm ? try $0.body(Body.self, form: .jsonOrForm) : nil }, failures: [400, 413],
            describe: { $0.describe(Body.self, form: .jsonOrForm, isOptional: true) })
    }

    /// A form as it was received, for what reads its parameters like those of a query; `nil` if it is none.
    @inline(__always) static func encodedForm<Body: RequestBody>(describedBy type: Body.Type) -> Reading
    where Input == String? {
        Reading(
            read: { $0.incoming.isForm ? String(validating: $0.request.body, as: UTF8.self) : nil },
            failures: [400, 413, 415], describe: { $0.describe(Body.self, form: .jsonOrForm) })
    }
}

/// The parameters of a query.
protocol RequestQuery: Sendable {
    static var members: [Member] { get }
    init(_ parameters: QueryParameters) throws
}

extension Reading where Input: RequestQuery {
    @inline(__always) static func query(_ type: Input.Type) -> Reading {
        Reading(
            read: { try Input(QueryParameters($0.request.query)) }, failures: [400],
            describe: { $0.query = Input.members })
    }
}

extension Reading {
    /// The parameters of a query, and a JSON body that may be left out.
    @inline(__always) static func query<Query: RequestQuery, Body: RequestBody>(
        _ query: Query.Type, optionalJSON body: Body.Type
    ) -> Reading where Input == (query: Query, body: Body?) {
        Reading(
            read: { context in
                let query = try Query(QueryParameters(context.request.query))
                return (query, context.request.body.isEmpty ? nil : try context.body(Body.self, form: .json))
            }, failures: [400, 413, 415],
            describe: {
                $0.query = Query.members
                $0.describe(Body.self, form: .json, isOptional: true)
            })
    }
}

extension Reading where Input == Void {
    @inline(__always) static var nothing: Reading { Reading(read: { _ in }, failures: [], describe: { _ in }) }
}

extension Operation {
    fileprivate mutating func describe(
        _ type: (some RequestBody).Type, form: BodyForm, isOptional: Bool = false
    ) {
        body = (type.shape, form)
        bodyLimit = type.byteLimit
        isBodyOptional = isOptional
    }
}

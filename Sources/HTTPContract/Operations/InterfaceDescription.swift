// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The OpenAPI 3.1 description of the interface, generated from its operations.
package struct InterfaceDescription: Sendable {
    private let version: String
    private let operations: [Operation]
    /// The paths that browsers navigate to. They get a page that explains an error.
    private let pages: Set<Path>

    package init(version: String, operations: [Operation]) {
        self.version = version
        self.operations = operations
        pages = Set(operations.filter(\.isPage).map(\.path))
    }

    package var json: JSONObject {
        var paths = JSONObject()
        for operation in operations {
            var item = paths[operation.path.text]?.objectValue ?? JSONObject()
            item[operation.method.rawValue.lowercased()] = .object(describe(operation))
            paths[operation.path.text] = .object(item)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Thumbturn", "version": .string(version),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            // Relative to the document's own URL, so it is the same at every host.
            "servers": [["url": "/"]], "paths": .object(paths),
            "components": [
                "securitySchemes": [
                    "accessToken": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"],
                    "idToken": [
                        "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                        "description": "The ID token of a sign-in with the password, of the last 15 minutes.",
                    ],
                    "userPassword": [
                        "type": "http", "scheme": "basic",
                        "description":
                            "The user's own: CONNECTION\\USER, and the password. base64url is accepted, too.",
                    ],
                ],
                "schemas": [
                    "Error": .object(Shape.authenticationError.schema),
                    "AccountError": .object(Shape.accountError.schema),
                    "CeremonyAPIError": .object(Shape.ceremonyAPIError.schema),
                ],
            ],
        ]
    }

    private func describe(_ operation: Operation) -> JSONObject {
        var item: JSONObject = ["operationId": .string(operation.id), "summary": .string(operation.summary)]
        let parameters = parameters(of: operation)
        if !parameters.isEmpty { item["parameters"] = .array(parameters) }
        if let body = operation.body {
            let schema: JSONValue = ["schema": .object(body.shape.schema)]
            var content: JSONObject = ["application/json": schema]
            if body.form == .jsonOrForm { content["application/x-www-form-urlencoded"] = schema }
            item["requestBody"] = [
                "required": .bool(!operation.isBodyOptional), "content": .object(content),
            ]
        }
        switch operation.security {
        case .accessToken(let scope): item["security"] = [["accessToken": [.string(scope)]]]
        case .idToken: item["security"] = [["idToken": []]]
        case .userPassword: item["security"] = [["userPassword": []]]
        case .nothing, .client: break
        }
        item["responses"] = .object(responses(of: operation))
        return item
    }

    private func parameters(of operation: Operation) -> [JSONValue] {
        var parameters = operation.query.map { member -> JSONValue in
            [
                "name": .string(member.name), "in": "query", "required": .bool(member.isRequired),
                "schema": .object(member.shape.schema),
            ]
        }
        if operation.path.hasName {
            parameters.append(
                ["name": "id", "in": "path", "required": true, "schema": ["type": "string", "minLength": 1]])
        }
        return parameters
    }

    private func responses(of operation: Operation) -> JSONObject {
        let success = operation.success
        var response: JSONObject = ["description": .string(success.description)]
        if let body = success.body {
            var content: JSONObject = [success.mediaType: ["schema": .object(body.schema)]]
            if let other = success.otherMediaType { content[other] = ["schema": ["type": "string"]] }
            response["content"] = .object(content)
        } else if success.mediaType != "application/json" {
            response["content"] = .object([success.mediaType: ["schema": ["type": "string"]]])
        }
        if !success.headers.isEmpty {
            response["headers"] = .object(
                JSONObject(success.headers.map { ($0, ["required": true, "schema": ["type": "string"]]) }))
        }
        var responses: JSONObject = [String(success.status): .object(response)]
        if let body = success.scriptBody {
            responses["200"] = [
                "description": "For a script that accepts JSON only.",
                "content": ["application/json": ["schema": .object(body.schema)]],
            ]
        }
        if success.isRevalidated { responses["304"] = ["description": "Not modified."] }
        let schema = JSONValue.string("#/components/schemas/\(operation.errorSchema)")
        var content: JSONObject = ["application/json": ["schema": ["$ref": schema]]]
        if pages.contains(operation.path) { content["text/html"] = ["schema": ["type": "string"]] }
        for status in operation.failures {
            responses[String(status)] = [
                "description": .string(Self.descriptions[status] ?? "An error."), "content": .object(content),
            ]
        }
        return responses
    }

    private static let descriptions: [Int: String] = [
        400: "The request is invalid.", 401: "Authentication is missing or failed.",
        403: "The request is not allowed, or the passkey's response was rejected.", 404: "Not found.",
        409: "The request conflicts with the current state.", 413: "The body is too large.",
        415: "The media type of the body is not supported.", 421: "The requested host is not served here.",
        429: "Too many requests.",
        503: "The storage is unavailable.",
    ]
}

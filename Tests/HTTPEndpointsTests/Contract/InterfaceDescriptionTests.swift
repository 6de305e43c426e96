// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import Testing
import WireFormats

struct InterfaceDescriptionTests {
    /// Serialized and parsed, because that is what clients read.
    private static let read = Result {
        try JSONReader.read(
            JSONValue.object(InterfaceDescription(version: "1.2.3", operations: Endpoints.operations).json).serialized()
        ).objectValue
    }
    private let json: JSONObject

    init() throws {
        json = try #require(try Self.read.get())
    }

    private var paths: JSONObject { json["paths"]?.objectValue ?? [:] }

    /// Every object in a value, with the value itself.
    private static func objects(in value: JSONValue) -> [JSONObject] {
        switch value {
        case .object(let object): [object] + object.members.flatMap { objects(in: $0.value) }
        case .array(let items): items.flatMap(objects(in:))
        default: []
        }
    }

    private func resolve(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(.object(json)) { value, name in
            value?.objectValue?[String(name)]
        }
    }

    @Test func `the document names its version, license and server`() {
        #expect(json["openapi"] == "3.1.0")
        #expect(json["info"]?["title"] == "Thumbturn")
        #expect(json["info"]?["version"] == "1.2.3")
        #expect(json["info"]?["license"]?["identifier"] == "Apache-2.0")
        #expect(json["servers"] == [["url": "/"]])
    }

    @Test func `every path is listed with every method`() {
        let rows = Dictionary(grouping: Endpoints.operations, by: \.path.text)
        #expect(Set(paths.members.map(\.name)) == Set(rows.keys))
        for (path, operations) in rows {
            let methods = paths[path]?.objectValue?.members.map(\.name) ?? []
            #expect(Set(methods) == Set(operations.map { $0.method.rawValue.lowercased() }), "\(path)")
        }
    }

    @Test func `every reference resolves`() {
        let references = Self.objects(in: .object(json)).compactMap { $0["$ref"]?.stringValue }
        let schemas = ["Error", "AccountError", "CeremonyAPIError"].map { "#/components/schemas/\($0)" }
        #expect(Set(references) == Set(schemas))
        for reference in references { #expect(resolve(reference)?.objectValue != nil, "\(reference)") }
    }

    @Test(arguments: Endpoints.operations.map(\.id))
    func `each operation has an ID, a summary and the responses of the table`(id: String) throws {
        let operation = try #require(Endpoints.operations.first { $0.id == id })
        let item = try #require(paths[operation.path.text]?[operation.method.rawValue.lowercased()])
        #expect(item["operationId"]?.stringValue == id)
        #expect(item["summary"]?.stringValue?.isEmpty == false)
        let responses = try #require(item["responses"]?.objectValue)
        let statuses =
            [operation.success.status] + operation.failures + (operation.success.isRevalidated ? [304] : [])
            + (operation.success.scriptBody == nil ? [] : [200])
        #expect(Set(responses.members.map(\.name)) == Set(statuses.map(String.init)))
        for response in responses.members {
            #expect(response.value["description"]?.stringValue?.isEmpty == false, "\(response.name)")
        }
        let headers = responses[String(operation.success.status)]?["headers"]?.objectValue?.members.map(\.name)
        #expect((headers ?? []) == operation.success.headers)
    }

    @Test(arguments: Endpoints.operations.map(\.id))
    func `each operation describes the body that it takes, in each of its media types`(id: String) throws {
        let operation = try #require(Endpoints.operations.first { $0.id == id })
        let item = try #require(paths[operation.path.text]?[operation.method.rawValue.lowercased()])
        guard let body = operation.body else {
            #expect(item["requestBody"] == nil)
            return
        }
        let content = try #require(item["requestBody"]?["content"]?.objectValue)
        let form = ["application/x-www-form-urlencoded"]
        #expect(content.members.map(\.name) == ["application/json"] + (body.form == .jsonOrForm ? form : []))
        for media in content.members {
            #expect(media.value["schema"] == .object(body.shape.schema), "\(media.name)")
        }
        // Only the access token may be in the body of the userinfo endpoint, or in the header instead. An account
        // without a passkey is deleted without a proof, and so are most passkeys.
        let optional = ["/userinfo", "/me/v1", "/me/v1/authentication-methods/{id}"]
        let isOptional = optional.contains(operation.path.text) && operation.method != .patch
        #expect(item["requestBody"]?["required"] == .bool(!isOptional))
    }

    @Test(arguments: Endpoints.operations.map(\.id))
    func `each operation names the access token and the parameters that it needs`(id: String) throws {
        let operation = try #require(Endpoints.operations.first { $0.id == id })
        let item = try #require(paths[operation.path.text]?[operation.method.rawValue.lowercased()])
        switch operation.security {
        case .accessToken(let scope): #expect(item["security"] == [["accessToken": [.string(scope)]]])
        case .idToken: #expect(item["security"] == [["idToken": []]])
        case .userPassword: #expect(item["security"] == [["userPassword": []]])
        case .nothing, .client: #expect(item["security"] == nil)
        }
        let parameters = item["parameters"]?.arrayValue ?? []
        let path = operation.path.text.contains("{id}") ? ["id in path"] : []
        #expect(
            parameters.map { "\($0["name"]?.stringValue ?? "") in \($0["in"]?.stringValue ?? "")" }
                == operation.query.map { "\($0.name) in query" } + path)
        #expect(parameters.allSatisfy { $0["schema"]?["type"] == "string" })
    }

    @Test func `errors have the schema of their interface`() {
        for path in paths.members.map(\.name) {
            let name =
                path.hasPrefix("/me/") || path == "/device-keys" || path == "/device-keys/{id}"
                ? "AccountError" : path.hasPrefix("/api/auth/") ? "CeremonyAPIError" : "Error"
            let references = Self.objects(in: paths[path] ?? [:]).compactMap { $0["$ref"]?.stringValue }
            #expect(Set(references).isSubset(of: ["#/components/schemas/\(name)"]), "\(path)")
        }
        let required = json["components"]?["schemas"]?["AccountError"]?["required"]?.arrayValue ?? []
        #expect(Set(required).isSuperset(of: ["type", "title", "status", "detail", "error", "error_description"]))
    }

    @Test func `errors of pages are described as pages, too, and errors of interfaces are not`() {
        let onPage = paths["/login"]?["post"]?["responses"]?["400"]?["content"]?.objectValue
        #expect(onPage?.members.map(\.name) == ["application/json", "text/html"])
        let onInterface = paths["/oauth/token"]?["post"]?["responses"]?["400"]?["content"]?.objectValue
        #expect(onInterface?.members.map(\.name) == ["application/json"])
    }

    @Test func `the security scheme that operations name is defined`() {
        let scheme = json["components"]?["securitySchemes"]?["accessToken"]
        #expect(scheme?["type"] == "http")
        #expect(scheme?["scheme"] == "bearer")
    }

    @Test func `every schema has a type that JSON Schema knows`() {
        let known: Set<String> = ["string", "integer", "boolean", "array", "object", "null"]
        let schemas = Self.objects(in: .object(paths)).compactMap { $0["schema"] }
        for schema in schemas.flatMap(Self.objects(in:)) {
            guard let type = schema["type"]?.stringValue else { continue }
            #expect(known.contains(type), "\(type)")
        }
        #expect(schemas.count > Endpoints.operations.count)
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HTTPContract
import HTTPServer

/// All rows by path.
struct RowTable: Sendable {
    /// All operations, for the description.
    let operations: [Operation]
    private let fixed: [String: Resource]
    private let named: [Resource]

    init(_ rows: [Row]) {
        operations = rows.map(\.operation)
        let resources = Dictionary(grouping: rows, by: \.operation.path).map { Resource($0, rows: $1) }
        named = resources.filter(\.path.hasName)
        fixed = Dictionary(uniqueKeysWithValues: resources.filter { !$0.path.hasName }.map { ($0.path.text, $0) })
    }

    /// Returns what is at a path, with the decoded name in it. A path without a name comes first.
    func find(_ path: String) -> (resource: Resource, name: String?)? {
        if let resource = fixed[path] { return (resource, nil) }
        for resource in named {
            if let name = resource.path.name(in: path) { return (resource, name) }
        }
        return nil
    }
}

/// A path with its rows.
final class Resource: Sendable {
    let path: Path
    let rows: [Row]
    /// Whether browsers navigate to it: it responds with pages or with redirects to them.
    let isPage: Bool
    /// Whether pages of other origins may call it.
    let isCrossOrigin: Bool
    let reach: Reach

    init(_ path: Path, rows: [Row]) {
        self.path = path
        self.rows = rows
        isPage = rows.contains { $0.operation.isPage }
        isCrossOrigin = rows.contains { $0.family.isCrossOrigin }
        reach = rows.first?.reach ?? .servedHosts
    }

    var methods: [String] { rows.map(\.operation.method.rawValue) }

    /// The largest body that a method accepts, in bytes; 0 if it takes none.
    func bodyLimit(method: HTTPMethod) -> Int {
        rows.first { $0.operation.method.rawValue == method.rawValue }?.operation.bodyLimit ?? 0
    }

    /// A HEAD request is a GET request whose body the server leaves out.
    func row(for method: HTTPMethod) -> Row? {
        let name = method == .head ? HTTPMethod.get.rawValue : method.rawValue
        return rows.first { $0.operation.method.rawValue == name }
    }
}

extension Endpoints {
    /// The operations of all rows.
    package static var operations: [Operation] { table.operations }

    /// The operations at a path, with the decoded name in it.
    package static func operations(at path: String) -> (all: [Operation], name: String?) {
        let found = table.find(path)
        return (found?.resource.rows.map { $0.operation } ?? [], found?.name)
    }
}

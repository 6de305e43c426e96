// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints

/// Numbers the operations of the interface, so that a request finds its histogram without building a name.
struct OperationIndex: Sendable {
    /// The name of each number. The last one is for requests of no operation.
    let names: [String]
    private let numbers: [String: [String: Int]]

    init() {
        names = Endpoints.operations.map(\.id) + ["other"]
        var numbers: [String: [String: Int]] = [:]
        for (number, operation) in Endpoints.operations.enumerated() {
            numbers[operation.path.text, default: [:]][operation.method.rawValue] = number
        }
        for (path, byMethod) in numbers where byMethod["HEAD"] == nil { numbers[path]?["HEAD"] = byMethod["GET"] }
        self.numbers = numbers
    }

    /// Returns the number of a request by its path's pattern and its method.
    func number(ofPath path: String, method: String) -> Int {
        numbers[path]?[method] ?? names.count - 1
    }
}

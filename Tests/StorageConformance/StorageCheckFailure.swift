// SPDX-License-Identifier: Apache-2.0

/// A failed check of a storage, with the location of the check.
package struct StorageCheckFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ text: String, file: StaticString, line: UInt) {
        description = "\(text) (\(file):\(line))"
    }
}

/// Throws unless both values are equal.
func expect<Value: Equatable>(
    _ value: Value, is expected: Value, file: StaticString = #fileID, line: UInt = #line
) throws {
    guard value != expected else { return }
    throw StorageCheckFailure("expected \(expected), found \(value)", file: file, line: line)
}

/// Throws unless the work throws exactly this error.
func expect<Failure: Error & Equatable>(
    _ expected: Failure, from work: () async throws -> Void, file: StaticString = #fileID, line: UInt = #line
) async throws {
    do {
        try await work()
    } catch let failure as Failure where failure == expected {
        return
    } catch {
        throw StorageCheckFailure("expected \(expected), failed with \(error)", file: file, line: line)
    }
    throw StorageCheckFailure("expected \(expected), but it succeeded", file: file, line: line)
}

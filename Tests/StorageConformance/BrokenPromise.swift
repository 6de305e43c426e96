// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// A promise that a storage did not keep, and where that was noticed.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String

    init(_ text: String, file: StaticString, line: UInt) {
        description = "\(text) (\(file):\(line))"
    }
}

/// Fails unless both are the same.
func expect<Value: Equatable>(
    _ value: Value, is expected: Value, file: StaticString = #fileID, line: UInt = #line
) throws {
    guard value != expected else { return }
    throw BrokenPromise("expected \(expected), found \(value)", file: file, line: line)
}

/// Fails unless the work fails, with exactly this.
func expect<Failure: Error & Equatable>(
    _ expected: Failure, from work: () async throws -> Void, file: StaticString = #fileID, line: UInt = #line
) async throws {
    do {
        try await work()
    } catch let failure as Failure where failure == expected {
        return
    } catch {
        throw BrokenPromise("expected \(expected), failed with \(error)", file: file, line: line)
    }
    throw BrokenPromise("expected \(expected), but it succeeded", file: file, line: line)
}

/// Fails unless the work in one transaction fails with exactly this, as seen from inside.
func expect(
    _ expected: StorageConflict, inside work: () throws -> Void, file: StaticString = #fileID, line: UInt = #line
) throws {
    do {
        try work()
    } catch let failure as StorageConflict where failure == expected {
        return
    } catch {
        throw BrokenPromise("expected \(expected), failed with \(error)", file: file, line: line)
    }
    throw BrokenPromise("expected \(expected), but it succeeded", file: file, line: line)
}

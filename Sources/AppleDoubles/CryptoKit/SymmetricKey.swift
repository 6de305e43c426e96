// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1. Equality takes constant time there, which doesn't
// matter here.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    private let bytes: Data

    public init(data: some ContiguousBytes) { bytes = data.withUnsafeBytes { Data($0) } }

    public var bitCount: Int { bytes.count * 8 }

    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The object that a libuv handle or request carries in its `data`, for callbacks, which cannot capture.
enum HandleData {
    /// Lends the object: it must outlive the handle.
    static func borrowing(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }

    /// Keeps the object alive until ``take(_:as:)``.
    static func retaining(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(object).toOpaque()
    }

    static func object<Object: AnyObject>(_ data: UnsafeMutableRawPointer?, as type: Object.Type) -> Object? {
        data.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    static func take<Object: AnyObject>(_ data: UnsafeMutableRawPointer?, as type: Object.Type) -> Object? {
        data.map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
    }
}

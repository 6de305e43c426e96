// SPDX-License-Identifier: Apache-2.0

/// Conversions between objects and the `data` pointer of libuv handles and requests. C callbacks can't capture context.
enum HandleData {
    /// Returns an unretained pointer. The object must outlive the handle.
    static func borrowing(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }

    /// Returns a retained pointer, to be balanced by ``take(_:as:)``.
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

// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

// Source for this file: Apple's documentation. iOS 2, macOS 10.6, visionOS 1.

@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    #if os(Linux)
        return KeychainDouble.keychain.add(attributes)
    #else
        return errSecUnimplemented
    #endif
}

@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    #if os(Linux)
        return KeychainDouble.keychain.update(query, attributesToUpdate)
    #else
        return errSecUnimplemented
    #endif
}

@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    #if os(Linux)
        return KeychainDouble.keychain.delete(query)
    #else
        return errSecUnimplemented
    #endif
}

@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    #if os(Linux)
        let (status, data) = KeychainDouble.keychain.find(query)
        if let data, query[kSecReturnData] as? Bool == true { result?.pointee = NSData(data: data) }
        return status
    #else
        return errSecUnimplemented
    #endif
}

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
        if query[kSecClass] as? String == kSecClassKey {
            let pair = (query[kSecAttrApplicationTag] as? Data).flatMap { KeychainDouble.keychain.pair(tagged: $0) }
            if query[kSecReturnRef] as? Bool == true { result?.pointee = pair.map { SecKey($0) } }
            return pair == nil ? errSecItemNotFound : errSecSuccess
        }
        let (status, data) = KeychainDouble.keychain.find(query)
        if let data, query[kSecReturnData] as? Bool == true { result?.pointee = NSData(data: data) }
        return status
    #else
        return errSecUnimplemented
    #endif
}

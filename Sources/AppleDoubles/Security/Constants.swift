// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

// Source for this file: Apple's documentation, and for the texts of the keys, open source of Apple's. iOS 2, macOS
// 10.6, visionOS 1, unless something else is said.
//
// The types of Core Foundation are the Swift types here, so `query as CFDictionary` and `kSecClass as String` cost
// nothing and compile without Objective-C.
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32
public let kCFBooleanTrue: Bool! = true
public let kCFBooleanFalse: Bool! = false

// Classes and attributes.
public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecClassKey: CFString = "keys"
public let kSecAttrApplicationTag: CFString = "atag"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrLabel: CFString = "labl"
public let kSecAttrGeneric: CFString = "gena"

// iOS 3, macOS 10.9.
@available(iOS 3.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrAccessGroup: CFString = "agrp"

// iOS 7, macOS 10.9.
@available(iOS 7.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrSynchronizable: CFString = "sync"
@available(iOS 7.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrSynchronizableAny: CFString = "syna"

// iOS 13, macOS 10.15: the keychain of iOS on a Mac too.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public let kSecUseDataProtectionKeychain: CFString = "nleg"

// iOS 9, macOS 10.11.
@available(iOS 9.0, macOS 10.11, visionOS 1.0, *)
public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"

// Accessibility: iOS 4, macOS 10.9.
@available(iOS 4.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrAccessible: CFString = "pdmn"
@available(iOS 4.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
@available(iOS 4.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
@available(iOS 4.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
@available(iOS 4.0, macOS 10.9, visionOS 1.0, *)
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

// iOS 8, macOS 10.10.
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

// Values and results.
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecReturnRef: CFString = "r_Ref"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

// Status codes.
public let errSecSuccess: OSStatus = 0
public let errSecUnimplemented: OSStatus = -4
public let errSecParam: OSStatus = -50
public let errSecUserCanceled: OSStatus = -128
public let errSecNotAvailable: OSStatus = -25291
public let errSecAuthFailed: OSStatus = -25293
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecDecode: OSStatus = -26275
public let errSecMissingEntitlement: OSStatus = -34018

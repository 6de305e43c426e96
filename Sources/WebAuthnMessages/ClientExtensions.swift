// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The extension inputs that a relying party sends with its options.
public struct ExtensionRequests: Hashable, Sendable {
    /// One or two salts for the pseudo-random function.
    public struct PRFInputs: Hashable, Sendable {
        /// The first salt.
        public var first: [UInt8]
        /// The second salt.
        public var second: [UInt8]?

        /// Creates inputs with one salt or two.
        public init(first: [UInt8], second: [UInt8]? = nil) {
            self.first = first
            self.second = second
        }
    }

    /// A request of the `largeBlob` extension.
    public enum LargeBlobRequest: Hashable, Sendable {
        /// Requests support at registration: `required` or `preferred`.
        case support(String)
        /// Requests the stored data at authentication.
        case read
        /// Stores data at authentication.
        case write([UInt8])
    }

    /// Whether the client should report if the credential is discoverable (`credProps`).
    public var credentialProperties = false
    /// Whether the credential should support `prf`, without evaluating it yet.
    public var prf = false
    /// The salts to evaluate `prf` with.
    public var prfInputs: PRFInputs?
    /// The `largeBlob` request.
    public var largeBlob: LargeBlobRequest?
    /// The requested `credentialProtectionPolicy`.
    public var credentialProtectionPolicy: String?
    /// Whether the client must reject an authenticator that doesn't support credential protection.
    public var enforceCredentialProtectionPolicy = false
    /// The AppID of FIDO U2F credentials, at authentication (`appid`).
    public var appID: String?
    /// The AppID whose FIDO U2F credentials are excluded, at registration (`appidExclude`).
    public var appIDExclude: String?

    /// Creates inputs that request no extension.
    public init() {}

    package var json: JSONObject {
        var members: [(String, JSONValue)] = []
        if credentialProperties { members.append(("credProps", true)) }
        if let prfJSON { members.append(("prf", prfJSON)) }
        if let largeBlob { members.append(("largeBlob", largeBlob.json)) }
        if let policy = credentialProtectionPolicy {
            members.append(("credentialProtectionPolicy", .string(policy)))
            members.append(("enforceCredentialProtectionPolicy", .bool(enforceCredentialProtectionPolicy)))
        }
        if let appID { members.append(("appid", .string(appID))) }
        if let appIDExclude { members.append(("appidExclude", .string(appIDExclude))) }
        return JSONObject(members)
    }

    package init(json: JSONValue?) {
        guard let json else { return }
        credentialProperties = json["credProps"]?.boolValue ?? false
        prf = json["prf"]?.objectValue != nil
        if let first = json["prf"]?["eval"]?["first"]?.stringValue.flatMap({ Base64URL.decode($0) }) {
            let second = json["prf"]?["eval"]?["second"]?.stringValue.flatMap { Base64URL.decode($0) }
            prfInputs = PRFInputs(first: first, second: second)
        }
        largeBlob = json["largeBlob"].flatMap(LargeBlobRequest.init(json:))
        credentialProtectionPolicy = json["credentialProtectionPolicy"]?.stringValue
        enforceCredentialProtectionPolicy = json["enforceCredentialProtectionPolicy"]?.boolValue ?? false
        appID = json["appid"]?.stringValue
        appIDExclude = json["appidExclude"]?.stringValue
    }

    private var prfJSON: JSONValue? {
        guard let prfInputs else { return prf ? .object(JSONObject()) : nil }
        var salts: [(String, JSONValue)] = [("first", .string(Base64URL.encode(prfInputs.first)))]
        if let second = prfInputs.second { salts.append(("second", .string(Base64URL.encode(second)))) }
        return .object(JSONObject([("eval", .object(JSONObject(salts)))]))
    }
}

extension ExtensionRequests.LargeBlobRequest {
    var json: JSONValue {
        switch self {
        case .support(let level): .object(JSONObject([("support", .string(level))]))
        case .read: .object(JSONObject([("read", true)]))
        case .write(let bytes): .object(JSONObject([("write", .string(Base64URL.encode(bytes)))]))
        }
    }

    init?(json: JSONValue) {
        if let level = json["support"]?.stringValue {
            self = .support(level)
        } else if json["read"]?.boolValue == true {
            self = .read
        } else if let bytes = json["write"]?.stringValue.flatMap({ Base64URL.decode($0) }) {
            self = .write(bytes)
        } else {
            return nil
        }
    }
}

/// The client extension outputs of a response. They are not signed.
///
/// The results of `prf` are secrets of the application on the device. Parsing discards them, so they can't be stored or
/// logged.
public struct ClientExtensionOutputs: Hashable, Sendable {
    /// `credProps.rk`: whether the credential is discoverable.
    public private(set) var isDiscoverable: Bool?
    /// `prf.enabled`: whether the credential supports `prf`.
    public private(set) var isPRFEnabled: Bool?
    /// `largeBlob.supported`: whether the credential can store data.
    public private(set) var isLargeBlobSupported: Bool?
    /// `largeBlob.written`: whether the data was stored.
    public private(set) var isLargeBlobWritten: Bool?
    /// `largeBlob.blob`: the stored data.
    public private(set) var largeBlob: [UInt8]?
    /// `appid`: whether the AppID was used in place of the relying party's identifier.
    public private(set) var isAppIDUsed: Bool?
    /// `appidExclude`: whether the client processed `appidExclude`.
    public private(set) var isAppIDExcludeUsed: Bool?

    /// Creates outputs without any value.
    public init() {}

    /// Reads the outputs that have the specified type. Ignores all others.
    package init(_ results: JSONObject) {
        isDiscoverable = results["credProps"]?["rk"]?.boolValue
        isPRFEnabled = results["prf"]?["enabled"]?.boolValue
        isLargeBlobSupported = results["largeBlob"]?["supported"]?.boolValue
        isLargeBlobWritten = results["largeBlob"]?["written"]?.boolValue
        largeBlob = results["largeBlob"]?["blob"]?.stringValue.flatMap { Base64URL.decode($0) }
        isAppIDUsed = results["appid"]?.boolValue
        isAppIDExcludeUsed = results["appidExclude"]?.boolValue
    }
}

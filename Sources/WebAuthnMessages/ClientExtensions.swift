// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The extensions a relying party asks for.
public struct ExtensionRequests: Hashable, Sendable {
    /// Two salts for the pseudo-random function; the second is optional.
    public struct PRFInputs: Hashable, Sendable {
        /// The first salt.
        public var first: [UInt8]
        /// The second salt.
        public var second: [UInt8]?

        /// Takes one salt or two.
        public init(first: [UInt8], second: [UInt8]? = nil) {
            self.first = first
            self.second = second
        }
    }

    /// What is wanted of data stored beside the credential.
    public enum LargeBlobRequest: Hashable, Sendable {
        /// At registration: `required` or `preferred`.
        case support(String)
        /// At authentication: read it.
        case read
        /// At authentication: write it.
        case write([UInt8])
    }

    /// Ask whether the credential is discoverable.
    public var credentialProperties = false
    /// Ask for a credential that can derive secrets, without deriving any yet.
    public var prf = false
    /// Derive secrets from these salts.
    public var prfInputs: PRFInputs?
    /// Ask for stored data.
    public var largeBlob: LargeBlobRequest?
    /// `credentialProtectionPolicy`.
    public var credentialProtectionPolicy: String?
    /// Whether an authenticator without credential protection must be refused by the client.
    public var enforceCredentialProtectionPolicy = false
    /// The application identifier of older FIDO U2F credentials, at authentication.
    public var appID: String?
    /// The application identifier whose FIDO U2F credentials are excluded, at registration.
    public var appIDExclude: String?

    /// Nothing is asked for.
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
        case .support(let word): .object(JSONObject([("support", .string(word))]))
        case .read: .object(JSONObject([("read", true)]))
        case .write(let bytes): .object(JSONObject([("write", .string(Base64URL.encode(bytes)))]))
        }
    }

    init?(json: JSONValue) {
        if let word = json["support"]?.stringValue {
            self = .support(word)
        } else if json["read"]?.boolValue == true {
            self = .read
        } else if let bytes = json["write"]?.stringValue.flatMap({ Base64URL.decode($0) }) {
            self = .write(bytes)
        } else {
            return nil
        }
    }
}

/// What a client reports of the extensions it processed. None of it is signed.
///
/// The results of `prf` are key material for the application on the device: they are dropped while reading, so that no
/// later code can store or log them.
public struct ClientExtensionOutputs: Hashable, Sendable {
    /// `credProps.rk`: whether the credential is discoverable.
    public private(set) var isDiscoverable: Bool?
    /// `prf.enabled`: whether the credential can derive secrets.
    public private(set) var isPRFEnabled: Bool?
    /// `largeBlob.supported`: whether data can be stored with the credential.
    public private(set) var isLargeBlobSupported: Bool?
    /// `largeBlob.written`: whether the data sent along was stored.
    public private(set) var isLargeBlobWritten: Bool?
    /// `largeBlob.blob`: the data that was read.
    public private(set) var largeBlob: [UInt8]?
    /// `appid`: whether the FIDO U2F application identifier was used in place of the relying party's.
    public private(set) var isAppIDUsed: Bool?
    /// `appidExclude`: whether the client looked for U2F credentials to exclude.
    public private(set) var isAppIDExcludeUsed: Bool?

    /// No outputs.
    public init() {}

    /// Keeps what has the type the specification gives it; everything else, known or not, is tolerated and dropped.
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

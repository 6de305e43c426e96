// SPDX-License-Identifier: Apache-2.0

package import WireFormats

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

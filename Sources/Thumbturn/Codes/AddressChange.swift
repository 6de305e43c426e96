// SPDX-License-Identifier: Apache-2.0

/// The change of an address that has begun: the server has sent a code to the new one.
public struct AddressChange: Hashable, Sendable {
    /// The new address.
    public let address: ContactAddress
    /// The identifier in the path of the verification.
    let method: String
    let session: String

    init(to address: ContactAddress, method: String, session: String) {
        self.address = address
        self.method = method
        self.session = session
    }

    /// Describes a change, for tests and previews. Real ones come from
    /// ``PasskeyClient/beginAddressChange(to:currentPassword:)``.
    public init(to address: ContactAddress) {
        self.init(to: address, method: "", session: "")
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Configuration
import HTTPContract
import IdentityModel
package import OpenIDProvider

/// A served host, without its keys.
final class ServedHost: Sendable {
    let host: String
    let issuer: Issuer
    let nonces: ProofNonces

    init(host: String, issuer: Issuer, nonces: ProofNonces) {
        self.host = host
        self.issuer = issuer
        self.nonces = nonces
    }
}

/// The served hosts under one configuration. They are replaced as a whole when the configuration changes.
package final class ServedHosts: Sendable {
    package let configuration: ConfigurationSnapshot
    let hosts: [String: ServedHost]
    let foreignOrigins = ForeignOrigins()
    let signInPages = SignInPageCache()
    let inspectionMark: InspectionMark

    package init(configuration: ConfigurationSnapshot, master: MasterKey) {
        self.configuration = configuration
        inspectionMark = InspectionMark(master: master)
        hosts = configuration.domains.mapValues { domain in
            ServedHost(
                host: domain.host, issuer: Issuer(host: domain.host, in: configuration, paths: .served),
                nonces: ProofNonces(master: master, host: domain.host))
        }
    }
}

extension ProviderPaths {
    static let served = {
        var paths = ProviderPaths(
            token: relative(TokenEndpoint.path), userInfo: relative(UserInfoEndpoint.path),
            keys: relative(DocumentEndpoints.keysPath), revocation: relative(RevocationEndpoint.path))
        paths.authorization = relative(AuthorizationEndpoint.path)
        paths.pushedAuthorization = relative(PushedAuthorizationEndpoint.path)
        paths.deviceAuthorization = relative(DeviceAuthorizationEndpoint.path)
        paths.endSession = relative(LogoutEndpoint.path)
        paths.sendsLogoutTokens = true
        return paths
    }()

    private static func relative(_ path: Path) -> String { String(path.text.dropFirst()) }
}

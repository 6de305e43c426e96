// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel

/// Plans what the application of a configuration file would change, and changes nothing.
package struct ConfigurationPreview: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(
        _ application: ConfigurationApplication
    ) async throws(AdministrationFailure) -> ConfigurationPlan {
        do {
            return try await application.validatedPlan(in: server.storage)
        } catch let failure as ConfigurationFailure {
            throw .invalid(failure.problems)
        } catch {
            throw AdministrationFailure(error)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// Applies a configuration file to the stored configuration, in one transaction.
package struct ConfigurationUpdate: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(
        _ application: ConfigurationApplication, by administrator: Administrator
    ) async throws(AdministrationFailure) -> ConfigurationPlan {
        do {
            return try await application.apply(to: server.storage, by: administrator, at: server.now())
        } catch let failure as ConfigurationFailure {
            throw .invalid(failure.problems)
        } catch {
            throw AdministrationFailure(error)
        }
    }
}

extension AdministeredServer {
    /// Adds one object to the stored configuration, or removes it.
    func apply(
        _ application: ConfigurationApplication, changing object: AdministeredObject, by administrator: Administrator
    ) async throws(AdministrationFailure) -> ConfigurationPlan {
        do {
            return try await application.apply(to: storage, by: administrator, at: now())
        } catch let failure as ConfigurationFailure {
            throw .invalid(failure.problems)
        } catch ConfigurationChangeFailure.alreadyExists {
            throw .alreadyExists(object)
        } catch ConfigurationChangeFailure.notFound {
            throw .removedMeanwhile(object)
        } catch {
            throw AdministrationFailure(error)
        }
    }
}

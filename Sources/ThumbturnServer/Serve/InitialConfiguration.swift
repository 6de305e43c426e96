// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import PublicSuffixes
import WireFormats

/// Sees to it that something is configured when the server starts: the file that the settings name, what is stored, or a
/// working default for the server's own URL.
struct InitialConfiguration {
    let settings: ServerSettings
    let storage: any Storage
    let console: Console

    /// What is served from now on.
    func prepare() async throws(CommandFailure) -> StoredConfiguration {
        do {
            if let path = settings.configurationFile {
                console.warn(try await apply(ConfigurationFile(at: path), named: path).findings.warnings)
            } else if DefaultConfiguration.isNeeded(beside: try await storedDocuments()) {
                let configuration = try DefaultConfiguration(url: settings.url)
                _ = try await apply(configuration.file, named: "The default configuration")
                console.line(configuration.explanation)
            }
            let stored = try await StoredConfiguration.read(storage, url: settings.url)
            console.warn([stored.configuration.urlWarning].compactMap(\.self))
            return stored
        } catch let failure as CommandFailure {
            throw failure
        } catch let failure as ConfigurationFailure {
            throw .malformed(failure.report(of: "What is stored"))
        } catch let rejection as ValueRejection {
            throw .malformed("\(settings.url) \(rejection.message). \(rejection.remedy)")
        } catch {
            throw .failed("The configuration can't be read: \(error)")
        }
    }

    /// Whether signing keys of its domains are stored already.
    func hasKeys(_ configuration: ConfigurationSnapshot) async throws(CommandFailure) -> Bool {
        do {
            return try await storage.read { snapshot in
                try configuration.domains.keys.contains { try !snapshot.signingKeys.list(host: $0).isEmpty }
            }
        } catch {
            throw .failed("The signing keys can't be read: \(error)")
        }
    }

    private func storedDocuments() async throws -> [ConfigurationDocument] {
        try await storage.read { try $0.configuration.list() }
    }

    private func apply(_ file: ConfigurationFile, named name: String) async throws -> ConfigurationPlan {
        let application = ConfigurationApplication(file, settings: ConfigurationApplication.Settings(url: settings.url))
        do {
            return try await application.apply(to: storage, at: .now())
        } catch let failure as ConfigurationFailure {
            throw CommandFailure.malformed(failure.report(of: name))
        }
    }
}

extension ConfigurationFile {
    /// Reads the file at a path; what is wrong with it is in its findings.
    init(at path: String) throws(CommandFailure) {
        self.init(try Files.read(path), suffixes: PublicSuffixRule(isListed: PublicSuffixes.isListed))
    }
}

// SPDX-License-Identifier: Apache-2.0

import CommandLine
package import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import PublicSuffixes
import WireFormats

/// The configuration at the start of a server: the file in the settings, the stored configuration, or a working default
/// for the server's URL.
struct InitialConfiguration {
    let settings: ServerSettings
    let storage: any Storage
    let console: Console

    /// Applies the file or the default if necessary, and returns the stored configuration.
    func prepare() async throws(CommandFailure) -> StoredConfiguration {
        do {
            if let path = settings.configurationFile {
                console.warn(try await apply(ConfigurationFile(at: path), named: path).findings.warnings)
            } else {
                try await applyDefault()
            }
            let stored = try await StoredConfiguration.read(storage, url: settings.url)
            let configuration = stored.configuration
            console.warn([configuration.urlWarning].compactMap(\.self) + configuration.developmentWarnings)
            return stored
        } catch let failure as CommandFailure {
            throw failure
        } catch let failure as ConfigurationFailure {
            throw .malformed(failure.report(of: "The stored configuration"))
        } catch let rejection as ValueRejection {
            throw .malformed("\(settings.url) \(rejection.message). \(rejection.remedy)")
        } catch {
            throw .failed("The configuration can't be read: \(error)")
        }
    }

    /// Applies the default, unless an operator has changed the configuration.
    private func applyDefault() async throws {
        let stored = try await storedDocuments()
        guard DefaultConfiguration.isNeeded(beside: stored) else {
            if let domain = settings.relyingParty {
                console.printError(
                    "warning: --relying-party is for the default configuration. This one says itself what passkeys are bound to: "
                        + "set relying_party_identifier to \(domain) in custom_domains.")
            }
            return
        }
        // A later start without the option keeps what the first one chose.
        let relyingParty = settings.relyingParty ?? DefaultConfiguration.relyingParty(of: settings.url, in: stored)
        let configuration = try DefaultConfiguration(url: settings.url, relyingParty: relyingParty)
        // A host that was served before stays, whatever the list says by now.
        let isListed = { @Sendable (domain: String) in
            settings.relyingParty != nil && PublicSuffixes.isListed(domain)
        }
        let suffixes = PublicSuffixRule(isListed: isListed)
        _ = try await apply(configuration.file(suffixes: suffixes), named: "The default configuration")
    }

    /// Returns the introduction of a default configuration after a server's first start; `nil` at a later start, or if
    /// the configuration is an operator's.
    func introduction() async -> String? {
        let found = try? await storage.read {
            (documents: try $0.configuration.list(), start: try $0.serverStart.find())
        }
        guard let found, found.start == nil, settings.configurationFile == nil,
            DefaultConfiguration.isNeeded(beside: found.documents)
        else { return nil }
        let relyingParty = DefaultConfiguration.relyingParty(of: settings.url, in: found.documents)
        guard let configuration = try? DefaultConfiguration(url: settings.url, relyingParty: relyingParty) else {
            return nil
        }
        // A user who tries the server out needs one address only, which is printed last.
        var parts = settings.servesDemo ? [] : [configuration.explanation]
        if relyingParty == nil, let parent = PublicSuffixRule.listed.relyingParty(above: configuration.host) {
            parts.append(
                """
                Passkeys are bound to \(configuration.host): pages of \(parent) and its other hosts can't use them, and passkeys \
                that exist can't be moved. To include those pages, end the server and start it with --relying-party \(parent).
                """)
        }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// Whether the database has signing keys of the configured domains.
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
        var options = ConfigurationApplication.Settings(url: settings.url)
        options.sendsMail = settings.mail != .off
        options.sendsMessages = settings.messages != nil
        let application = ConfigurationApplication(file, settings: options)
        do {
            return try await application.apply(to: storage, by: .command("serve"), at: .now())
        } catch let failure as ConfigurationFailure {
            throw CommandFailure.malformed(failure.report(of: name))
        }
    }
}

extension PublicSuffixRule {
    /// The rule with the public suffix list of the machine.
    static let listed = PublicSuffixRule(isListed: PublicSuffixes.isListed)
}

extension ConfigurationFile {
    /// Reads the file at a path. Its findings hold the problems.
    init(at path: String) throws(CommandFailure) {
        self.init(try Files.read(path), suffixes: .listed)
    }
}

/// The stored configuration, with the revision at which it was read.
struct StoredConfiguration: Sendable {
    let revision: Int
    let configuration: ConfigurationSnapshot

    static func read(_ storage: any Storage, url: WebOrigin) async throws -> StoredConfiguration {
        let (revision, documents) = try await storage.read { snapshot in
            (try snapshot.configuration.revision(), try snapshot.configuration.list())
        }
        return StoredConfiguration(
            revision: revision, configuration: try ConfigurationSnapshot(documents: documents, url: url))
    }
}

extension DefaultConfiguration {
    private var boundDomain: String {
        relyingParty.map { "with passkeys that are bound to \($0)" } ?? "which passkeys are bound to"
    }

    /// The message for the terminal: what was created, and how to replace it.
    package var explanation: String {
        """
        There was no configuration, so a default one was created for \(url):
          domain      \(host), \(boundDomain)
          connection  \(Self.connection), where users sign up with an e-mail address and a passkey
          clients     \(Self.webClient) (in browsers, at \(sites.map(\.description).joined(separator: " and ")))
                      \(Self.nativeClient) (on devices; add its identifiers under mobile)
          API         \(Self.audience)
        To use your own configuration, write a file and start with --config FILE.
        """
    }
}

/// The hosts of a configuration, with their signing keys.
struct ServedConfiguration: Sendable {
    let keyRing: KeyRing
    let master: MasterKey

    /// Loads or creates the keys of all hosts.
    func prepare(_ configuration: ConfigurationSnapshot) async throws(CommandFailure) -> ServedHosts {
        do {
            for host in configuration.domains.keys.sorted() {
                try await keyRing.prepare(host: host, algorithms: configuration.tokenAlgorithms, at: .now())
            }
        } catch {
            throw CommandFailure("The signing keys can't be loaded", cause: error)
        }
        return ServedHosts(configuration: configuration, master: master)
    }
}

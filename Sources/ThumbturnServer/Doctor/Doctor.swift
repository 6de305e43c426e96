// SPDX-License-Identifier: Apache-2.0

package import CommandLine
import Configuration
import IdentityModel
import OpenIDProvider
package import WireFormats

/// Examines an installation: its files, its database and its configuration, and, while a server runs, what others see
/// of it.
package struct Doctor: Sendable {
    /// The things that the examination depends on besides the settings.
    package struct Environment: Sendable {
        package var now: @Sendable () -> Timestamp = { .now() }
        /// The free bytes of the file system of a folder; `nil` if unknown.
        package var freeBytes: @Sendable (String) -> Int? = { FileSystemSpace.free(at: $0) }
        /// The address of each host, in place of what the system's resolver says.
        package var addresses: [String: String]?
        /// A file with the trusted certificates, in place of the system's.
        package var trustedCertificates: String?

        package init() {}
    }

    /// The things that were examined, and the faults that were found.
    package struct Diagnosis: Sendable {
        package var findings: [Finding] = []
        /// The things that were examined, as they are named in a sentence.
        var examined: [String] = []
        package var isRunning = false
        var url: WebOrigin?
    }

    private let settings: ServerSettings
    /// The only domain to look at from outside; all if `nil`.
    private let domain: String?
    private let environment: Environment

    package init(_ settings: ServerSettings, domain: String? = nil, environment: Environment = Environment()) {
        self.settings = settings
        self.domain = domain
        self.environment = environment
    }

    package func examine() async throws(CommandFailure) -> Diagnosis {
        var diagnosis = Diagnosis()
        let folder = FolderExamination(settings, environment: environment)
        diagnosis.examined = ["the data folder", "the database"]
        diagnosis.findings = folder.findings
        diagnosis.isRunning = InstanceLock.isHeld(settings)
        let database = DatabaseExamination(settings, master: folder.masterKey, now: environment.now())
        diagnosis.findings += database.findings
        guard let stored = database.stored else { return diagnosis }
        diagnosis.url = stored.url
        let configuration: ConfigurationSnapshot
        do {
            configuration = try ConfigurationSnapshot(documents: stored.documents, url: stored.url ?? settings.url)
        } catch {
            diagnosis.findings.append(.unreadableConfiguration(error, settings: settings))
            return diagnosis
        }
        if let domain, configuration.domain(at: domain) == nil {
            let known = configuration.domains.keys.sorted().joined(separator: ", ")
            throw .malformed(
                "The domain \(TerminalText.safe(domain)) is not configured. The configured domains are \(known).")
        }
        diagnosis.examined.append("the configuration")
        // Without a given URL or an earlier start, the URL is unknown.
        guard let url = stored.url else { return diagnosis }
        diagnosis.findings +=
            ConfigurationExamination(
                configuration, settings: settings,
                lacking: configuration.unmetNeeds(
                    sendsMail: stored.sendsMail, sendsMessages: stored.sendsMessages)
            ).findings
        diagnosis.findings +=
            DeviceKeyExamination(stored, in: configuration, settings: settings, now: environment.now()).findings
        guard diagnosis.isRunning, url.isLoopback || url.scheme == .https else { return diagnosis }
        await examineSites(of: configuration, master: folder.masterKey, into: &diagnosis)
        return diagnosis
    }

    /// Looks at all domains at once, because each may have to be waited for.
    private func examineSites(
        of configuration: ConfigurationSnapshot, master: MasterKey?, into diagnosis: inout Diagnosis
    ) async {
        let browser = SiteBrowser(environment)
        defer { browser.close() }
        let now = environment.now()
        let mark = master.map { InspectionMark(master: $0).text(at: now) }
        let examinations = configuration.domains.values.sorted { $0.host < $1.host }
            .filter { domain == nil || domain == $0.host }
            .map { domain in
                SiteExamination(
                    domain, in: configuration, keys: { [settings] in settings.publishedKeys(of: domain.host) },
                    browser: browser, mark: mark, now: now, settings: settings)
            }
        var found: [[Finding]] = Array(repeating: [], count: examinations.count)
        await withTaskGroup(of: (Int, [Finding]).self) { group in
            for (number, examination) in examinations.enumerated() {
                group.addTask { (number, await examination.findings()) }
            }
            for await (number, findings) in group { found[number] = findings }
        }
        diagnosis.examined += examinations.map(\.place)
        diagnosis.findings += found.joined()
    }
}

extension Doctor.Diagnosis {
    var lines: [String] {
        var lines = findings.flatMap { finding in
            let head = "\(finding.kind.code)  \(finding.kind.severity.rawValue)  \(finding.place)"
            return [head, "  \(finding.cause)", "  \(finding.remedy)", ""].map { TerminalText.safe($0, limit: 1000) }
        }
        lines.append(
            findings.isEmpty ? "Nothing found." : findings.count == 1 ? "1 finding." : "\(findings.count) findings.")
        let list =
            examined.count < 2
            ? examined.joined() : examined.dropLast().joined(separator: ", ") + " and \(examined.last ?? "")"
        lines.append("Examined: \(list).")
        if !isRunning {
            lines.append(
                "The server is not running, so its URL was not looked at. Run this again after: thumbturn serve")
        }
        return lines
    }

    var json: JSONObject {
        var json: JSONObject = ["findings": .array(findings.map { .object($0.json) })]
        json["examined"] = .array(examined.map(JSONValue.string))
        json["running"] = .bool(isRunning)
        json["url"] = .optional(url?.description)
        return json
    }
}

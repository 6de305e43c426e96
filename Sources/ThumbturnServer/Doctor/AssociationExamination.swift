// SPDX-License-Identifier: Apache-2.0

import Configuration
import OutgoingTransfers
import WireFormats

/// The files by which systems and browsers know who may use a domain's passkeys.
///
/// They read them at the domain that passkeys are bound to, which may be another site's, above the server's host.
struct AssociationExamination {
    private struct File {
        let path: String
        /// The entries that the file has according to the configuration, in the words of the file.
        let expected: [String]
        let kind: FindingKind
        let entries: (JSONValue) -> Set<String>
    }

    private let domain: CustomDomain
    private let configuration: ConfigurationSnapshot
    private let browser: SiteBrowser

    init(_ domain: CustomDomain, in configuration: ConfigurationSnapshot, browser: SiteBrowser) {
        self.domain = domain
        self.configuration = configuration
        self.browser = browser
    }

    func findings() async -> [Finding] {
        var findings: [Finding] = []
        for file in files where !file.expected.isEmpty {
            guard let finding = await finding(for: file) else { continue }
            findings.append(finding)
            // The others are at the same site.
            if finding.kind == .associationUnreachable { break }
        }
        return findings
    }

    private var files: [File] {
        let android = configuration.androidApplications(of: domain.host).flatMap { application in
            application.fingerprints.map { "\(application.packageName) with \($0)" }
        }
        return [
            File(
                path: "/.well-known/apple-app-site-association",
                expected: configuration.appleApplicationIDs(of: domain.host),
                kind: .associationApple, entries: Self.appleApplications),
            File(
                path: "/.well-known/assetlinks.json", expected: android, kind: .associationAndroid,
                entries: Self.androidApplications),
            File(
                path: "/.well-known/webauthn",
                expected: configuration.relatedOrigins(of: domain.host).map(\.description),
                kind: .associationOrigins, entries: Self.origins),
        ]
    }

    /// The site that systems ask, which has no port of its own unless it is the server.
    private var site: String {
        domain.relyingPartyID == domain.host
            ? "\(configuration.origin(of: domain.host))" : "https://\(domain.relyingPartyID)"
    }

    private func finding(for file: File) async -> Finding? {
        let url = site + file.path
        let copy = "\(configuration.origin(of: domain.host))\(file.path)"
        func finding(_ kind: FindingKind, with values: [String: String] = [:]) -> Finding {
            let safe = values.mapValues { TerminalText.safe($0, limit: 300) }
            return Finding(kind, at: url, with: ["url": url, "copy": copy].merging(safe) { $1 })
        }
        let response: OutgoingHTTPResponse
        do throws(TransferError) {
            response = try await browser.load(url)
        } catch {
            guard error != .responseTooLong else { return finding(.associationTooLarge) }
            return finding(.associationUnreachable, with: ["reason": "\(error)"])
        }
        if let target = response.redirectTarget { return finding(.associationRedirected, with: ["target": target]) }
        guard response.status == 200 else { return finding(.associationStatus, with: ["status": "\(response.status)"]) }
        let type = response.value(of: "Content-Type") ?? "none"
        guard type.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
            return finding(.associationType, with: ["type": type])
        }
        guard response.body.count <= SiteBrowser.fileLimit else { return finding(.associationTooLarge) }
        // As bytes, because strings of Swift are equal in more ways than systems compare them.
        let entries = Set(((try? JSONReader.read(response.body)).map(file.entries) ?? []).map { Array($0.utf8) })
        let missing = file.expected.filter { !entries.contains(Array($0.utf8)) }
        return missing.isEmpty ? nil : finding(file.kind, with: ["missing": missing.joined(separator: ", ")])
    }

    // MARK: Entries

    private static func appleApplications(_ json: JSONValue) -> Set<String> {
        texts(json.objectValue?["webcredentials"]?.objectValue?["apps"])
    }

    private static func androidApplications(_ json: JSONValue) -> Set<String> {
        Set(
            (json.arrayValue ?? []).flatMap { statement -> [String] in
                let target = statement.objectValue?["target"]?.objectValue
                let relations = texts(statement.objectValue?["relation"])
                guard relations.contains("delegate_permission/common.get_login_creds"),
                    let package = target?["package_name"]?.stringValue
                else { return [] }
                return texts(target?["sha256_cert_fingerprints"]).map { "\(package) with \($0)" }
            })
    }

    private static func origins(_ json: JSONValue) -> Set<String> { texts(json.objectValue?["origins"]) }

    private static func texts(_ json: JSONValue?) -> Set<String> {
        Set((json?.arrayValue ?? []).compactMap(\.stringValue))
    }
}

// SPDX-License-Identifier: Apache-2.0

import CommandLine
import WebAuthnVerification
import WireFormats

/// The reading and verification of the metadata on the command line.
enum MetadataReading {
    /// Adds the metadata to the settings and reports it. Returns `nil` if there is none, or a failure if it is
    /// rejected.
    static func apply(
        _ arguments: CommandArguments, to settings: inout VerificationSettings, console: Console
    ) throws(CommandFailure) -> ExitStatus? {
        guard let path = arguments.value("--metadata") else {
            for option in ["--roots", "--metadata-host", "--revoked", "--refuse-stale"]
            where arguments.contains(option) {
                throw .malformed("\(option) needs --metadata BLOB.")
            }
            return nil
        }
        let verification = try verification(arguments)
        let time = settings.time ?? .now()
        do {
            let metadata = try verification.verify(try Files.read(path), at: time)
            settings.metadata =
                arguments.contains("--refuse-stale") ? .rejectedWhenStale(metadata) : .acceptedWhenStale(metadata)
            console.print(report(metadata, at: time))
            return .success
        } catch let failure as CommandFailure {
            throw failure
        } catch let rejection as MetadataRejection {
            console.print(report(rejection))
            return .failure
        } catch {
            throw .failed("\(error)")
        }
    }

    private static func verification(_ arguments: CommandArguments) throws(CommandFailure) -> MetadataVerification {
        guard let rootsPath = arguments.value("--roots") else {
            throw .malformed("--metadata needs --roots PEM, the root certificates for its signature.")
        }
        let text = try Files.readText(rootsPath)
        guard let roots = try? TrustAnchors(pem: text) else {
            throw .malformed("\(rootsPath) has no PEM certificates, or a damaged one.")
        }
        var verification = MetadataVerification(roots: roots, predecessor: .none)
        verification.signer = arguments.value("--metadata-host").map { .host($0) } ?? .anyUnderRoots
        if let path = arguments.value("--revoked") {
            guard let lists = RevocationLists(pem: try Files.readText(path)) else {
                throw .malformed("\(path) has no PEM revocation lists, or a damaged one.")
            }
            verification.revocationLists = lists
        }
        return verification
    }

    private static func report(_ metadata: VerifiedMetadata, at time: Timestamp) -> String {
        line(
            verdict: "accept", code: .null, reason: .null,
            output: JSONObject([
                ("no", .number(JSONNumber(Int64(metadata.number)))),
                ("nextUpdate", .string(String(metadata.nextUpdate.description.prefix(10)))),
                ("entries", .number(JSONNumber(Int64(metadata.entryCount)))),
                ("stale", .bool(metadata.isStale(at: time))),
            ]))
    }

    private static func report(_ rejection: MetadataRejection) -> String {
        line(
            verdict: "reject", code: .string(rejection.code), reason: .string(rejection.explanation),
            output: JSONObject())
    }

    private static func line(verdict: String, code: JSONValue, reason: JSONValue, output: JSONObject) -> String {
        let json = JSONValue.object(
            JSONObject([
                ("id", "metadata"), ("verdict", .string(verdict)), ("step", .null), ("code", code), ("reason", reason),
                ("output", .object(output)),
            ]))
        return String(decoding: json.serialized(), as: UTF8.self)
    }
}

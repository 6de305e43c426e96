// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import OpenIDProvider
import WireFormats

extension FuzzTarget {
    /// A target URL is compared without its query, its fragment and the case of its scheme.
    static let requestTarget = FuzzTarget(name: "request-target", accepts: ["a target"]) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.count < 8000, let target = RequestTarget(text) else { return }
        accepted("a target")
        let plain = text.prefix { $0 != "?" && $0 != "#" }
        require(RequestTarget(plain + "?a=b#c") == target, "query and fragment are ignored")
        let scheme = text.prefix { $0 != ":" }
        require(
            RequestTarget(scheme.uppercased() + text.dropFirst(scheme.count)) == target,
            "the case of the scheme is ignored")
        require(target.hashValue == RequestTarget(text)?.hashValue, "equal targets have equal hashes")
    }

    /// Complete proofs. An accepted proof is for its method and URL only.
    static let proof = FuzzTarget(name: "dpop-proof", accepts: ["a proof"]) { bytes in
        guard let master = MasterKey(bytes: [UInt8](repeating: 7, count: 32)) else { fatalError("32 bytes make a key") }
        let verification = ProofVerification(
            nonces: ProofNonces(master: master, host: "login.example.com"), noncePolicy: .checkedIfPresent)
        let text = String(decoding: bytes, as: UTF8.self)
        let request = ProofVerification.Request(
            method: "POST", url: "https://login.example.com/oauth/token", purpose: .token)
        let verdict = { (request: ProofVerification.Request) -> DPoPRejection? in
            do throws(DPoPRejection) {
                _ = try verification.verify([text], for: request, at: time)
                return nil
            } catch {
                requireCode(error.code.replacing("_", with: "-"))
                require(
                    TerminalText.safe(error.description, limit: .max) == error.description,
                    "a description is safe to show")
                return error
            }
        }
        guard verdict(request) == nil else { return }
        accepted("a proof")
        require(verdict(request) == nil, "the verdict is deterministic")
        var other = request
        other.method = "GET"
        require(verdict(other) == .methodMismatch, "a proof is for its method")
        other.method = request.method
        other.url += "/"
        require(verdict(other) == .targetMismatch, "a proof is for its URL")
    }
}

extension FuzzTarget {
    /// The parsed members are the key and nothing else.
    static let jsonWebKey = FuzzTarget(name: "json-web-key", accepts: ["a key"]) { bytes in
        guard let object = (try? JSONReader.read(bytes))?.objectValue, let key = try? JSONWebKey(object) else { return }
        accepted("a key")
        guard let again = try? JSONWebKey(key.members) else { fatalError("the members are a key") }
        require(again == key && again.thumbprint == key.thumbprint, "the members are the key")
        require(JSONWebKey(key.publicKey)?.thumbprint == key.thumbprint, "one key has one thumbprint")
        require(key.thumbprint.count == 32, "a thumbprint is a SHA-256 hash")
    }
}

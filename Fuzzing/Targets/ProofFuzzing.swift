// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import WireFormats

extension FuzzTarget {
    /// What an address is compared by does not depend on its query, its fragment, or the case of its scheme.
    static let requestTarget = FuzzTarget(name: "request-target", accepts: ["a target"]) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.count < 8000, let target = RequestTarget(text) else { return }
        accepted("a target")
        let plain = text.prefix { $0 != "?" && $0 != "#" }
        require(RequestTarget(plain + "?a=b#c") == target, "what follows the path counts for nothing")
        let scheme = text.prefix { $0 != ":" }
        require(RequestTarget(scheme.uppercased() + text.dropFirst(scheme.count)) == target, "a scheme has no case")
        require(target.hashValue == RequestTarget(text)?.hashValue, "equal targets hash alike")
    }

    /// Whole proofs. One that is accepted is for its method and its address.
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
                require(TerminalText.safe(error.description, limit: .max) == error.description, "it is safe to show")
                return error
            }
        }
        guard verdict(request) == nil else { return }
        accepted("a proof")
        require(verdict(request) == nil, "a verdict depends on nothing else")
        var other = request
        other.method = "GET"
        require(verdict(other) == .methodMismatch, "a proof is for its method")
        other.method = request.method
        other.url += "/"
        require(verdict(other) == .targetMismatch, "a proof is for its address")
    }
}

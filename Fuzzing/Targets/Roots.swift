// SPDX-License-Identifier: Apache-2.0

import WebAuthnVerification

extension Trial {
    /// The root that the software authenticator's certificates among the seeds lead to; its key was thrown away.
    static let roots: TrustAnchors = {
        let pem = """
            -----BEGIN CERTIFICATE-----
            MIIB2jCCAYGgAwIBAgIQQka/SrqZVbq+9mo9yU16RzAKBggqhkjOPQQDAjA9MSQw
            IgYDVQQKDBtFeGFtcGxlIEF1dGhlbnRpY2F0b3IgV29ya3MxFTATBgNVBAMMDEZ1
            enppbmcgUm9vdDAeFw0yNjExMTkyMDA0NDRaFw0zNjExMTcyMDA0NDRaMD0xJDAi
            BgNVBAoMG0V4YW1wbGUgQXV0aGVudGljYXRvciBXb3JrczEVMBMGA1UEAwwMRnV6
            emluZyBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgyXPolgTZqrQoVqo
            gFz38K+HZw4KqNOQWKTpXQkZ9BqZf0YUJ/1LR5FifXpIGXIbkD4OXfVLKUw4f4WP
            qk3aq6NjMGEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0O
            BBYEFPWlj9XkdYgDB837VnmbNnZmRmlcMB8GA1UdIwQYMBaAFPWlj9XkdYgDB837
            VnmbNnZmRmlcMAoGCCqGSM49BAMCA0cAMEQCIC0d/TxWMXJKCLniQ/OiIAoUFkw8
            VVdEBLfOlG311gIFAiArEELEnFcT47xrCpH4WB821duA/ypfy9DbWue9IG/Hbg==
            -----END CERTIFICATE-----
            """
        guard let roots = try? TrustAnchors(pem: pem) else { fatalError("the root is a certificate") }
        return roots
    }()
}

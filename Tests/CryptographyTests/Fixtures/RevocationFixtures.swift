// SPDX-License-Identifier: Apache-2.0

/// Revocation lists for the hierarchy of `ChainFixtures`.
enum RevocationFixtures {
    static let leafRevoked = """
        -----BEGIN X509 CRL-----
        MIHhMIGJAgEBMAoGCCqGSM49BAMCMEMxCzAJBgNVBAYTAkFUMRgwFgYDVQQKDA9U
        aHVtYnR1cm4gVGVzdHMxGjAYBgNVBAMMEVRlc3QgSW50ZXJtZWRpYXRlFw0yNjAy
        MDEwMDAwMDBaFw0yNjAzMDEwMDAwMDBaMBUwEwICA+sXDTI2MDExNTAwMDAwMFow
        CgYIKoZIzj0EAwIDRwAwRAIgbTL8SRLYsEaW34dJAgVCQ8xa7gHV2UtaukV6GhPz
        od4CIBy4o/4xNuJfGo8IwGc63fLfEFberkind/WB6Yd7+Lw7
        -----END X509 CRL-----
        """

    static let intermediateRevoked = """
        -----BEGIN X509 CRL-----
        MIHaMIGBAgEBMAoGCCqGSM49BAMCMDsxCzAJBgNVBAYTAkFUMRgwFgYDVQQKDA9U
        aHVtYnR1cm4gVGVzdHMxEjAQBgNVBAMMCVRlc3QgUm9vdBcNMjYwMjAxMDAwMDAw
        WhcNMjYwMzAxMDAwMDAwWjAVMBMCAgPqFw0yNjAxMTUwMDAwMDBaMAoGCCqGSM49
        BAMCA0gAMEUCICJu6+fYc1pkn50pzKvkBBrcsMo7zr33yIPu9lDzwVMRAiEApyGS
        CqEpB6ngAHFKYXZescseAZTCQS2Qez0e+HhMtgw=
        -----END X509 CRL-----
        """

    static let nothingRevoked = """
        -----BEGIN X509 CRL-----
        MIHiMIGJAgEBMAoGCCqGSM49BAMCMEMxCzAJBgNVBAYTAkFUMRgwFgYDVQQKDA9U
        aHVtYnR1cm4gVGVzdHMxGjAYBgNVBAMMEVRlc3QgSW50ZXJtZWRpYXRlFw0yNjAy
        MDEwMDAwMDBaFw0yNjAzMDEwMDAwMDBaMBUwEwICA+cXDTI2MDExNTAwMDAwMFow
        CgYIKoZIzj0EAwIDSAAwRQIhAN6y1CaPSdLKgYFD8Gpyzrai0puEVpgAjFsSG4wX
        FhYGAiBjB5evzYNE2LEQZRXiY/eOV6qT7ohu3On1JBvvWH2HCQ==
        -----END X509 CRL-----
        """

    static let leafRevokedByImpostor = """
        -----BEGIN X509 CRL-----
        MIHjMIGJAgEBMAoGCCqGSM49BAMCMEMxCzAJBgNVBAYTAkFUMRgwFgYDVQQKDA9U
        aHVtYnR1cm4gVGVzdHMxGjAYBgNVBAMMEVRlc3QgSW50ZXJtZWRpYXRlFw0yNjAy
        MDEwMDAwMDBaFw0yNjAzMDEwMDAwMDBaMBUwEwICA+sXDTI2MDExNTAwMDAwMFow
        CgYIKoZIzj0EAwIDSQAwRgIhALiEyP/bN8idAn8CP5xDMRmQ1pICRIf7bn/5+m1U
        x092AiEAp3yOtpHV7KYj/RGHSUp0zbqonWScUiWzBTT6sbJe/TM=
        -----END X509 CRL-----
        """

    /// An authority whose key signs lists under another name too.
    static let twoNamedAuthority = """
        -----BEGIN CERTIFICATE-----
        MIIBYDCCAQagAwIBAgIBBzAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IEF1
        dGhvcml0eTAeFw0yNjExMjAyMDExNDJaFw00NjExMTUyMDExNDJaMBkxFzAVBgNV
        BAMMDlRlc3QgQXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEA6bk
        retG3QiVRXS3QNOjDJEHAt1V+s5fYTaqoicDsQVQRl+7gSmWn2uCLeCuWHxN4gQz
        tj8vusE2BC4iHaemKKM/MD0wDwYDVR0TAQH/BAUwAwEB/zALBgNVHQ8EBAMCAQYw
        HQYDVR0OBBYEFLoqbg6o3QORpPPQHJca0ABZCWMrMAoGCCqGSM49BAMCA0gAMEUC
        IQCoXvvnqwBwLncMAXEGbJjWskyRN1NeV9dYEFKt2ORDtQIgZ7E62pftBoV9Ei4A
        BRQsI5RTyMiNZVxOiQLPbETEWJ0=
        -----END CERTIFICATE-----
        """

    static let twoNamedAuthorityLeaf = """
        -----BEGIN CERTIFICATE-----
        MIIBbTCCAROgAwIBAgICA+swCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOVGVzdCBB
        dXRob3JpdHkwHhcNMjYxMTIwMjAxMTQyWhcNNDYxMTE0MjAxMTQyWjAUMRIwEAYD
        VQQDDAlUZXN0IExlYWYwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATdqn3Hej3x
        WBPTZ2yGT2qSCPLVRLoYoQ8dJvUpgUkx3cOiY6wlQidC/CWImHbKSTqGg2/+9W4/
        w1gPKkclwBq9o1AwTjAMBgNVHRMBAf8EAjAAMB0GA1UdDgQWBBTECvNakf0yFlE9
        eQ04rA6F7/8ucjAfBgNVHSMEGDAWgBS6Km4OqN0DkaTz0ByXGtAAWQljKzAKBggq
        hkjOPQQDAgNIADBFAiBjxovteAge9Jgrs4xNFVmz1BbtKCX0HwhQT6LRoBKhaAIh
        AIurYq6dh1vMnibP3RUtIWImzO6xwbxWE7DOWxMWvUFb
        -----END CERTIFICATE-----
        """

    static let leafRevokedUnderOwnName = """
        -----BEGIN X509 CRL-----
        MIHGMG8CAQEwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOVGVzdCBBdXRob3JpdHkX
        DTI2MTEyMDIwMTE0MloXDTI2MTIyMDIwMTE0MlowFTATAgID6xcNMjYxMTIwMDAw
        MDAwWqAOMAwwCgYDVR0UBAMCAQIwCgYIKoZIzj0EAwIDRwAwRAIgfqKjZ07bwC3+
        HpT/1ShQGSGZEDY+3aJWumSWKh/KmAACIDS6W1DDHqb+MByKK+qn+uQ1h89mzeun
        7s6Z74xD1ghe
        -----END X509 CRL-----
        """

    /// Indirect (RFC 5280, section 5.2.5): its entry says that the certificate is the authority's, the list itself is
    /// not.
    static let leafRevokedUnderOtherName = """
        -----BEGIN X509 CRL-----
        MIH6MIGiAgEBMAoGCCqGSM49BAMCMBoxGDAWBgNVBAMMD090aGVyIEF1dGhvcml0
        eRcNMjYxMTIwMjAxMTQyWhcNMjYxMjIwMjAxMTQyWjBCMEACAgPrFw0yNjExMjAw
        MDAwMDBaMCswKQYDVR0dAQH/BB8wHaQbMBkxFzAVBgNVBAMMDlRlc3QgQXV0aG9y
        aXR5oBMwETAPBgNVHRwBAf8EBTADhAH/MAoGCCqGSM49BAMCA0cAMEQCIF4qiUrv
        3680nkGc9RlY19Dc5M0Cte50V9iKzWAEXoDRAiA4dbHKthFqY3/HkhRVkhOF2onB
        1ypozZYkW9OIPj1Jng==
        -----END X509 CRL-----
        """
}

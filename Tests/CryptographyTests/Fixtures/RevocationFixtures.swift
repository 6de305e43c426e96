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
}

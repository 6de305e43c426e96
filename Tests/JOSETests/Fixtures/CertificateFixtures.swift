// SPDX-License-Identifier: Apache-2.0

/// Two certificates for a header's `x5c`, in base64.
enum CertificateFixtures {
    static let leaf = """
        MIIBfTCCASSgAwIBAgICA+swCgYIKoZIzj0EAwIwQzELMAkGA1UEBhMCQVQxGDAW\
        BgNVBAoMD1RodW1idHVybiBUZXN0czEaMBgGA1UEAwwRVGVzdCBJbnRlcm1lZGlh\
        dGUwHhcNMjYwMTAxMDAwMDAwWhcNNDYwMTAxMDAwMDAwWjA7MQswCQYDVQQGEwJB\
        VDEYMBYGA1UECgwPVGh1bWJ0dXJuIFRlc3RzMRIwEAYDVQQDDAlUZXN0IExlYWYw\
        WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARoLHX5B4ZuvGVLHJY6PlU0VGGYWTI6\
        0wm7iugiSgqle6dQitphphq+YxS5lEKnxMOeww3nuSG/eoK4vqa8EJLBoxAwDjAM\
        BgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0cAMEQCIGAbSaXVtW+QruVFDDeyyWqa\
        96zjLMRCtrCNtU96n8jzAiBIRUvwSucFQm/DLgl+rvAWOS6/q2pbrDTXJwQSbOpe\
        NA==
        """

    static let intermediate = """
        MIIBhDCCASqgAwIBAgICA+owCgYIKoZIzj0EAwIwOzELMAkGA1UEBhMCQVQxGDAW\
        BgNVBAoMD1RodW1idHVybiBUZXN0czESMBAGA1UEAwwJVGVzdCBSb290MB4XDTI2\
        MDEwMTAwMDAwMFoXDTQ2MDEwMTAwMDAwMFowQzELMAkGA1UEBhMCQVQxGDAWBgNV\
        BAoMD1RodW1idHVybiBUZXN0czEaMBgGA1UEAwwRVGVzdCBJbnRlcm1lZGlhdGUw\
        WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATr0u1H5UNvGXsAiiH/FOA+07PJhMbx\
        BaW6X7VyeMq25GCOhs/sgRXbn0Lspy3nVqTRPEJxbImg1LHmh/qvV1/2oxYwFDAS\
        BgNVHRMBAf8ECDAGAQH/AgEAMAoGCCqGSM49BAMCA0gAMEUCIDJQGNr7Ncj57jdA\
        V3tCFToehKEw+2jPpTLt04Ww1HL7AiEAtM/lWdAMBFfci5dI4R31PWJG8TBaG/2D\
        FkL2yB6h5XI=
        """
}

// SPDX-License-Identifier: Apache-2.0

/// Tokens made by another implementation, and its keys as SubjectPublicKeyInfo in base64.
enum TokenFixtures {
    static let rsaKey = """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7tTNMZxqXPuVRuesAHX92mINoKoel0NOVF4ybGGIUoF4PvWT4+1mPInQ\
        7NrXXbJRTucYf588tx2BgCzEpWmTouNw+QetnK+auOlcBNTLpJHptfNaz6YkburcxoEnrgFvgD32XvxSK7Q+VPoPeqfBI6zdUN6F\
        bDamKykTKgTGD4c+2cduH36dBuTQXa4Nf9LXidaRESie0dWmN9ogHe81qWPk25iikVTkUBZFzV2a4LWUAHWkj+nh+SuQz/JUg/o6\
        BPhinzeFSWHy+uU7SCytK/xr5TMR3NSH7t9If6JjmX5o4silxB7BdoNgLY7DYykU4AM7+5XTUwYYxu78d+AkIQIDAQAB
        """

    static let p256Key = """
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZeg13Yn9Nr6ATDcFuzpOvzHoWdHiRIM7dQEPLlzHf90FmvqnKDsq2uYwP9oRHP0D\
        INXZzlZNxiX3arNl3OyXuA==
        """

    static let p384Key = """
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEbGAYnQ27waVxEcI1roExlakoj2k2VU0O7756ZRJxCBDBkITlvm0A+gj8UT8WWVAkBUVt\
        EPbDznw4AVQ6UuHS8h5VVj4wcWHGvEh+MOps6LZ2To/XXlNVfQ0OPBoyDq//
        """

    static let p512Key = """
        MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQA5ZnnGLHhM8uMT3wb6OcuOB7mSUj/ySdpwUT//za11ffV0UBGqwaIhtsHs0IHUUMm\
        GTJsvlziLSZr7x0NElnlzs8Ae0SBx1ytsuzSPZ6Ky+zpuZZuH8MzE1jO/3MdU0zG6jyxfMBxyLcOY0gV4cejh4ZIEObZDI+0ONFB\
        7k5YxBRqz0Q=
        """

    static let ed448Key = "MEMwBQYDK2VxAzoA5lCZNOSmhQzifzivgzbgBD2erldM4g/qHpYACAIfUcpTQwEVvt/0w/T2QE22HDOHj48unG+TCsMA"

    static let rs256 = """
        eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.p6psjbhcuUUbNJj2MwuF04BECXriC9dRK_uo\
        LTPgWbArQiwrcVqPYFfxq6rbaeJ82XCRu08-2Y83BVJ9eoXa_CcVJicAuhXemsUV8wvK-tcUiJAQhAWqD5hEm00J7PtRmWhc_Vy-\
        EaRvLY4r7zsgotRCf36ZkqgG5yf8ZXEA0tPGk6oGUopZdGZAONMwj7x-D2vvLryaCtog1ShMrTfDDzu72hb6_ltH8vLkkdi-\
        mx6AgSpjuEDNQG56zwa-GYChLs6drx-oGlskdy9rADyUFleYZPqsng2_U6HEYQ_EU5dcwzBoG_g3oXGGWRdbKguLMboPwV-\
        UXPlXH7dtvF06Wg
        """

    static let ps256 = """
        eyJhbGciOiJQUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.o3XtoALpCUB0eqCRKlwOV-\
        M1nO_V4oideGMnlxW9tvvY4vPKk1DHLeQXPzdbrGkTXcD3a3J0Qg1cHG0D0dtckEHTHL7kizW3OpjqBT4pQIdd6AQcYV-\
        JXYVmlQKEURZhchKHvss04Ubl08c7FgeMjR43iHwkjgGfcrWvTtaW7kan_pxuvITKctdKrgvl60cq-\
        pfuYsV0x_i2ZfT2YH3tgGRJptxm0l0tgADB6TKoTAjOGDzjAL6TGGb1_Z5dpU2HuqC6Rrv-\
        FWULOdpwKSs_Ctn6_a15TksH7lqNUSvoPWzLFx2EXOmOnjZvFwj4crT3Pjg87HgVe9u3zj_svK_xhA
        """

    static let rs384 = """
        eyJhbGciOiJSUzM4NCIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.nw7az_2oUwFx9tprVxZ_AYiv5JU5xBGkBo4q\
        -c1HNNhneU6uoayIlXI9BgsTSZgoVAWF-FgJbq-\
        ongeWaPECJ8GAp5eE0LYbuh7NpOxWWFHUZDoJXy971EJff_QyIzssNI4UFt_awsQ-\
        xbON6iNZ3h-dfGtPO5XVkxPwGSFNYDlw4PqJQwKeb_wS6Wdj_JGKvia3IGp3Ufjd9PFUTUprk92dVvbIcuxbNuwx7s9XJ2ST-\
        c_8yCtteYcuUlBphfLlLlwEEaY7aeroKotXVyDTEUHsV63cUHhZ7zEbzXo_jvCMNypN3I79mVVOWy-JOgpgdO8WNBlo-\
        TYCs6aZMP-7Rg
        """

    static let ps384 = """
        eyJhbGciOiJQUzM4NCIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.O45bATzKP0m0fDMqWD7TP5O7pQn4LtxL-\
        i3muHHI5qMF6no3dF3FbA4gk40BhMsKezIqKTo-EcxqECTDDCeNZVaWEk53UtepCzboLsMypZjHXxi-\
        VOrx_qWd59k4gPjQEOGbqffbm-SZn77xWD5w8vOOkujx4mpC8REM2lsH6SKCf_Y9v9x0Rjs5LOgYKdlQwXBFGbvZ-\
        PofJcV6qoS3hVySR1lMYh-87aBEQxqp7BZCrSn_P2IfNy2nVK2OvOEZ3byEe2lHADy5m9Gvrxno2wudQLI8eoS-\
        qtOIWDerwcLfQJrc5Q0hbioewctxspa0gB1blVZZihrGvNbuluUa1Q
        """

    static let rs512 = """
        eyJhbGciOiJSUzUxMiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.VEqqkJ8fj-fwgWbA3lndnaBvfWw-\
        Kz5vFCLpdUsaM9wJfyeVxQr74v21mI5weC7-GN58rvAay3k50f4gsih1-kxsB18qfBybWEZP-Mo5TrwiNvwrJlX5mZ_QisvhhNio\
        7Cp44CFdDJC35A2td-\
        0ifnlQNgYbdLxbPBKxfXFO8KaciHxqX2s3Uo456qMucepq8SRZsoB2xsyDghIRWbvYfe_YLx26V6TJ4NYcjXuSM5op8FVLsYQxsq\
        RASAZiYMP5A7g6K3ZjVDiHqUHaKxRl1FmHUjsa_QnjtJTazxnz7QFdn3s5Km5H7aiQPwciH0oz3xH1DK1uH3mHvnNQOvEvug
        """

    static let ps512 = """
        eyJhbGciOiJQUzUxMiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.6FSS-\
        5Dp8gvdY88NCPsVKB80t3raxSIwLXQaYeWAmApRolRSxPduK8BQbh6R9pj-GxeM5Tqmp-FIo-SxdDHN9jNMoY-\
        hS5xeEXR1ahMkAmNKYfJL6wFya_Cns_ae-FRmZrh0z0irnobOTTBrz6Vmc6GXQomu8cuPP2aPcAokyA-phZ6XTp0jR0SU2-\
        AohVj6kkitZVL2MW9h4pyKoR4vHGBsvfxjWq6ShDj_piVUPYFZPd1amzUTjGWL0f5lJKqpgnPJa3r1P605a_rboq6vtrbXM68SOS\
        sUuDOXiNb1onafb3ob4c0_T1mqRc9mfNYuJEZ5-F42ZjjkWu4MwmZ5TA
        """

    static let es256 = """
        eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.WIZIoYQ928fh56Xp81XIdiayhk7tWaCK4kv0\
        rVcN9KsklnDwCdOQKJqNtbmQL140h_Cm44csvmPbMJLgayHYKw
        """

    static let es384 = """
        eyJhbGciOiJFUzM4NCIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.dBsS4ECiLd1j5rBJERWwIWtp9KwDaP4C-\
        V6sctMoyvd50XcT6T3qW_KoXj6nkPBrwdC3j2DwKhS9GVHDwHdYCO5F8v8EgQ8BkoTCxO8kOBB3O-nuLs6ttMMGsZ7Fyoh3
        """

    static let es512 = """
        eyJhbGciOiJFUzUxMiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.ACJZpo_4MmzgvxedXnqBX3zTcmHAJH80H0SW\
        MuiVArLhf7dExxSXMG5b_QBXP9mgkK0rf0Du9h5FYZwTowT3ygafAPGwyuFaKAFK846Pv1dZK4_Z8Vh7Kp7W-\
        4zY4DVylfqwgAXOxt-ChTknb7vprKl3u5oi8az5eZUetmArDe2khmMV
        """

    static let edDSA = """
        eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0aHVtYnR1cm4ifQ.HpfNc53KlPztX42Q4kWX1gv8Wl4cLKguQid4\
        cIPlDvCnmUo_WBDLVe7k6TgIb90ydw7FmB0Zpy8AQUqQHzAlhnHszIIbyH1CwMtBzURvgbEJzUq0r2Cxxc0HwIK51TLoTYarBxo1\
        tejUEpBLs7bOYBgA
        """
}

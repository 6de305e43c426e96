// SPDX-License-Identifier: Apache-2.0
// ECDSA on the curve P-256 with OpenSSL. Points, messages and signatures are bytes as in CryptoKit's raw representations.
#pragma once

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>

static inline EVP_PKEY *COpenSSL_key_make(void) { return EVP_EC_gen("P-256"); }

// Returns NULL if the point, of 64 bytes, isn't on the curve.
static inline EVP_PKEY *COpenSSL_key_read(const unsigned char *point) {
    unsigned char octets[65] = {4};
    for (int index = 0; index < 64; index++) octets[index + 1] = point[index];
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, octets, sizeof octets),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (EVP_PKEY_fromdata_init(context) != 1 || EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

static inline int COpenSSL_key_write(const EVP_PKEY *key, unsigned char *point) {
    unsigned char octets[65];
    size_t count = 0;
    if (EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, octets, sizeof octets, &count) != 1) return 0;
    for (int index = 0; index < 64; index++) point[index] = octets[index + 1];
    return count == sizeof octets;
}

static inline int COpenSSL_verify(EVP_PKEY *key, const unsigned char *signature, const unsigned char *message, size_t count) {
    ECDSA_SIG *numbers = ECDSA_SIG_new();
    ECDSA_SIG_set0(numbers, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
    unsigned char *encoded = NULL;
    int size = i2d_ECDSA_SIG(numbers, &encoded);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_valid = size > 0 && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1
        && EVP_DigestVerify(context, encoded, (size_t)size, message, count) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(encoded);
    ECDSA_SIG_free(numbers);
    return is_valid;
}

static inline int COpenSSL_sign(EVP_PKEY *key, const unsigned char *message, size_t count, unsigned char *signature) {
    unsigned char encoded[80];
    size_t size = sizeof encoded;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_done = EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1
        && EVP_DigestSign(context, encoded, &size, message, count) == 1;
    EVP_MD_CTX_free(context);
    const unsigned char *start = encoded;
    ECDSA_SIG *numbers = is_done ? d2i_ECDSA_SIG(NULL, &start, (long)size) : NULL;
    is_done = numbers && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + 32, 32) == 32;
    ECDSA_SIG_free(numbers);
    return is_done;
}

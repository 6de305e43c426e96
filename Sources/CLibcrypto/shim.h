// SPDX-License-Identifier: Apache-2.0
// OpenSSL's libcrypto, with the macros that Swift cannot import as inline functions.
#pragma once

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

static inline int CLibcrypto_public_key_selection(void) { return EVP_PKEY_PUBLIC_KEY; }

// The builder keeps the pointers that it gets: the names must be C's literals, as a Swift string's copy is gone after the
// call, and the numbers must live until the parameters are written.
static inline int CLibcrypto_RSA_numbers_push(OSSL_PARAM_BLD *builder, const BIGNUM *modulus, const BIGNUM *exponent) {
    return OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent);
}

// The parameter refers to the digest's name, which lives as long as the digest, and is gone when this returns.
static inline int CLibcrypto_HMAC_set_digest(EVP_MAC_CTX *context, const EVP_MD *digest) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)EVP_MD_get0_name(digest), 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(context, parameters);
}

// The parameters refer to what the caller has, and are gone when this returns. OpenSSL only reads through them.
static inline int CLibcrypto_PBKDF2_derive(
    EVP_KDF_CTX *context, const EVP_MD *digest, const unsigned char *password, size_t password_count,
    const unsigned char *salt, size_t salt_count, uint64_t iterations, unsigned char *output, size_t count) {
    // Without the minimums of SP 800-132: what was hashed elsewhere may have a short salt and few iterations.
    int omits_minimums = 1;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)EVP_MD_get0_name(digest), 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)password, password_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &omits_minimums),
        OSSL_PARAM_construct_end(),
    };
    return EVP_KDF_derive(context, output, count, parameters);
}

static inline STACK_OF(X509) *CLibcrypto_X509_stack_new(void) { return sk_X509_new_null(); }

// Does not take a reference of the certificate: the caller keeps it alive as long as the stack.
static inline int CLibcrypto_X509_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate) > 0;
}

static inline int CLibcrypto_X509_stack_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }

static inline X509 *CLibcrypto_X509_stack_value(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}

// Frees the stack and none of its certificates.
static inline void CLibcrypto_X509_stack_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }

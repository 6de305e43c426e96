// SPDX-License-Identifier: Apache-2.0
// OpenSSL's libssl, with the macros that Swift cannot import as inline functions.
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

static inline int CLibssl_require_tls12(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline void CLibssl_configure(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline long CLibssl_pending(BIO *memory) { return (long)BIO_ctrl_pending(memory); }

// A memory BIO that asks to be tried again when it is empty, instead of claiming that the connection ended.
static inline BIO *CLibssl_memory(void) {
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory) BIO_set_mem_eof_return(memory, -1);
    return memory;
}

// For clients, in tests.
static inline void CLibssl_set_versions(SSL *session, int lowest, int highest) {
    SSL_set_security_level(session, 0);
    SSL_set_min_proto_version(session, lowest);
    SSL_set_max_proto_version(session, highest);
}

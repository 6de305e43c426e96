// SPDX-License-Identifier: Apache-2.0
// OpenSSL's libssl, with the macros that Swift cannot import as inline functions.
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static inline int CLibssl_require_tls12(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline void CLibssl_configure(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// Called with the argument in every handshake, before the certificate is chosen.
static inline void CLibssl_on_server_name(SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

// Gives a context the certificate, the key and the chain of another.
static inline int CLibssl_copy_certificate(SSL_CTX *from, SSL_CTX *to) {
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(from, &chain);
    return SSL_CTX_use_cert_and_key(to, SSL_CTX_get0_certificate(from), SSL_CTX_get0_privatekey(from), chain, 1);
}

// Whether a certificate is for a host, by its alternative names alone, as browsers judge it.
static inline int CLibssl_names_host(X509 *certificate, const char *host, size_t length) {
    unsigned flags = X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS;
    return X509_check_host(certificate, host, length, flags, NULL) == 1;
}

static inline int CLibssl_names_address(X509 *certificate, const char *address) {
    return X509_check_ip_asc(certificate, address, 0) == 1;
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

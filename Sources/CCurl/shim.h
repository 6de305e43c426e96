// SPDX-License-Identifier: Apache-2.0
// libcurl's functions, found in the library when it is loaded, and wrappers of those that are variadic.
#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or later is needed"
#endif

struct thumbturn_curl {
    __typeof__(curl_global_init) *global_init;
    __typeof__(curl_version_info) *version_info;
    __typeof__(curl_easy_init) *easy_init;
    __typeof__(curl_easy_cleanup) *easy_cleanup;
    __typeof__(curl_easy_setopt) *easy_setopt;
    __typeof__(curl_easy_getinfo) *easy_getinfo;
    __typeof__(curl_easy_strerror) *easy_strerror;
    __typeof__(curl_slist_append) *slist_append;
    __typeof__(curl_slist_free_all) *slist_free_all;
    __typeof__(curl_multi_init) *multi_init;
    __typeof__(curl_multi_setopt) *multi_setopt;
    __typeof__(curl_multi_add_handle) *multi_add_handle;
    __typeof__(curl_multi_remove_handle) *multi_remove_handle;
    __typeof__(curl_multi_perform) *multi_perform;
    __typeof__(curl_multi_poll) *multi_poll;
    __typeof__(curl_multi_wakeup) *multi_wakeup;
    __typeof__(curl_multi_info_read) *multi_info_read;
    __typeof__(curl_multi_cleanup) *multi_cleanup;
};

/// Loads a library and finds all functions. Returns 0, or -1 if that fails; `dlerror` has the reason.
static inline int thumbturn_curl_load(struct thumbturn_curl *curl, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return -1;
#define THUMBTURN_FIND(function) \
    curl->function = (__typeof__(curl->function))dlsym(library, "curl_" #function); \
    if (curl->function == NULL) return -1;
    THUMBTURN_FIND(global_init)
    THUMBTURN_FIND(version_info)
    THUMBTURN_FIND(easy_init)
    THUMBTURN_FIND(easy_cleanup)
    THUMBTURN_FIND(easy_setopt)
    THUMBTURN_FIND(easy_getinfo)
    THUMBTURN_FIND(easy_strerror)
    THUMBTURN_FIND(slist_append)
    THUMBTURN_FIND(slist_free_all)
    THUMBTURN_FIND(multi_init)
    THUMBTURN_FIND(multi_setopt)
    THUMBTURN_FIND(multi_add_handle)
    THUMBTURN_FIND(multi_remove_handle)
    THUMBTURN_FIND(multi_perform)
    THUMBTURN_FIND(multi_poll)
    THUMBTURN_FIND(multi_wakeup)
    THUMBTURN_FIND(multi_info_read)
    THUMBTURN_FIND(multi_cleanup)
#undef THUMBTURN_FIND
    return 0;
}

/// Whether the loaded library is recent enough: it may be older than the headers.
static inline int thumbturn_curl_is_recent(const struct thumbturn_curl *curl) {
    return curl->version_info(CURLVERSION_NOW)->version_num >= 0x075700;
}

static inline CURLcode thumbturn_curl_set_long(
    const struct thumbturn_curl *curl, CURL *transfer, CURLoption option, long value) {
    return curl->easy_setopt(transfer, option, value);
}

static inline CURLcode thumbturn_curl_set_text(
    const struct thumbturn_curl *curl, CURL *transfer, CURLoption option, const char *value) {
    return curl->easy_setopt(transfer, option, value);
}

static inline CURLcode thumbturn_curl_set_pointer(
    const struct thumbturn_curl *curl, CURL *transfer, CURLoption option, void *value) {
    return curl->easy_setopt(transfer, option, value);
}

static inline CURLcode thumbturn_curl_set_body(
    const struct thumbturn_curl *curl, CURL *transfer, const void *bytes, size_t count) {
    CURLcode code = curl->easy_setopt(transfer, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl->easy_setopt(transfer, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

/// Gives a handle the size of what it uploads.
static inline CURLcode thumbturn_curl_set_upload_size(
    const struct thumbturn_curl *curl, CURL *transfer, size_t count) {
    return curl->easy_setopt(transfer, CURLOPT_INFILESIZE_LARGE, (curl_off_t)count);
}

typedef size_t (*thumbturn_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode thumbturn_curl_set_sink(
    const struct thumbturn_curl *curl, CURL *transfer, CURLoption option, thumbturn_curl_sink sink) {
    return curl->easy_setopt(transfer, option, sink);
}

typedef curl_socket_t (*thumbturn_curl_opening)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*thumbturn_curl_closing)(void *context, curl_socket_t socket);

static inline CURLcode thumbturn_curl_set_opening(
    const struct thumbturn_curl *curl, CURL *transfer, thumbturn_curl_opening opening) {
    return curl->easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, opening);
}

static inline CURLcode thumbturn_curl_set_closing(
    const struct thumbturn_curl *curl, CURL *transfer, thumbturn_curl_closing closing) {
    return curl->easy_setopt(transfer, CURLOPT_CLOSESOCKETFUNCTION, closing);
}

typedef int (*thumbturn_curl_readiness)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

/// Sets what is called when a connection is ready, before the first command of a transfer.
static inline CURLcode thumbturn_curl_set_readiness(
    const struct thumbturn_curl *curl, CURL *transfer, thumbturn_curl_readiness readiness) {
    return curl->easy_setopt(transfer, CURLOPT_PREREQFUNCTION, readiness);
}

typedef int (*thumbturn_curl_progress)(
    void *context, curl_off_t expected_down, curl_off_t down, curl_off_t expected_up, curl_off_t up);

/// Sets what is called again and again, once a second at least, while libcurl works or waits.
static inline CURLcode thumbturn_curl_set_progress(
    const struct thumbturn_curl *curl, CURL *transfer, thumbturn_curl_progress progress) {
    CURLcode code = curl->easy_setopt(transfer, CURLOPT_NOPROGRESS, 0L);
    return code == CURLE_OK ? curl->easy_setopt(transfer, CURLOPT_XFERINFOFUNCTION, progress) : code;
}

/// Opens the socket that libcurl asks for, which programs that this process starts don't get.
static inline curl_socket_t thumbturn_curl_open_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    curl_socket_t opened = socket(address->family, address->socktype, address->protocol);
    if (opened != CURL_SOCKET_BAD) fcntl(opened, F_SETFD, FD_CLOEXEC);
    return opened;
#endif
}

/// Copies the IP address of a socket's peer to come, of 4 or 16 bytes. Returns their number, or 0 for another family.
static inline size_t thumbturn_curl_address(const struct curl_sockaddr *address, unsigned char *bytes) {
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in ipv4;
        memcpy(&ipv4, &address->addr, sizeof ipv4);
        memcpy(bytes, &ipv4.sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 ipv6;
        // The member is shorter than what libcurl stores in its place.
        memcpy(&ipv6, (const char *)address + offsetof(struct curl_sockaddr, addr), sizeof ipv6);
        memcpy(bytes, &ipv6.sin6_addr, 16);
        return 16;
    }
    return 0;
}

static inline long thumbturn_curl_status(const struct thumbturn_curl *curl, CURL *transfer) {
    long status = 0;
    curl->easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

static inline CURLMcode thumbturn_curl_multi_set_long(
    const struct thumbturn_curl *curl, CURLM *transfers, CURLMoption option, long value) {
    return curl->multi_setopt(transfers, option, value);
}

/// Returns a certificate that the server presented, as PEM, or NULL after the last one. The server's own has number 0.
static inline const char *thumbturn_curl_certificate(const struct thumbturn_curl *curl, CURL *transfer, int number) {
    struct curl_certinfo *found = NULL;
    if (curl->easy_getinfo(transfer, CURLINFO_CERTINFO, &found) != CURLE_OK || found == NULL) return NULL;
    if (number >= found->num_of_certs) return NULL;
    for (struct curl_slist *fact = found->certinfo[number]; fact != NULL; fact = fact->next)
        if (strncmp(fact->data, "Cert:", 5) == 0) return fact->data + 5;
    return NULL;
}

/// Returns the next transfer that has ended, or NULL.
static inline CURL *thumbturn_curl_next_ended(const struct thumbturn_curl *curl, CURLM *transfers, CURLcode *result) {
    int rest = 0;
    CURLMsg *message;
    while ((message = curl->multi_info_read(transfers, &rest)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

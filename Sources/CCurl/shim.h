// SPDX-License-Identifier: Apache-2.0
// libcurl's functions, found in the library when it is loaded, and wrappers of those that are variadic.
#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

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

typedef size_t (*thumbturn_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode thumbturn_curl_set_sink(
    const struct thumbturn_curl *curl, CURL *transfer, CURLoption option, thumbturn_curl_sink sink) {
    return curl->easy_setopt(transfer, option, sink);
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

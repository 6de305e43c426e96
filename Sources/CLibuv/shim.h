// SPDX-License-Identifier: Apache-2.0
// libuv, and the few calls on sockets whose names and types differ between systems. Errors are libuv's negative codes.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#ifdef __linux__
extern int accept4(int, struct sockaddr *, socklen_t *, int);
#endif

static inline uv_stream_t *CLibuv_stream(uv_tcp_t *tcp) { return (uv_stream_t *)tcp; }

static inline uv_handle_t *CLibuv_handle(void *handle) { return (uv_handle_t *)handle; }

static inline void CLibuv_close(int descriptor) { close(descriptor); }

// Closes the socket and says why; in this order, as closing may change errno.
static inline int CLibuv_give_up(int descriptor) {
    int reason = uv_translate_sys_error(errno);
    close(descriptor);
    return reason;
}

// A socket that listens there and does not block, or an error.
static inline int CLibuv_listen(const struct sockaddr_storage *address, int backlog) {
    int yes = 1, no = 0;
    int listener = socket(address->ss_family, SOCK_STREAM, 0);
    if (listener < 0) return uv_translate_sys_error(errno);
    socklen_t length = address->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (fcntl(listener, F_SETFD, FD_CLOEXEC) || fcntl(listener, F_SETFL, O_NONBLOCK)
        || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes)
        || (address->ss_family == AF_INET6 && setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no))
        || bind(listener, (const struct sockaddr *)address, length) || listen(listener, backlog))
        return CLibuv_give_up(listener);
    return listener;
}

// The next connection that waits, or an error; UV_EAGAIN when none does.
static inline int CLibuv_accept(int listener, struct sockaddr_storage *peer) {
    socklen_t length = sizeof *peer;
    int yes = 1;
#ifdef __linux__
    int accepted = accept4(listener, (struct sockaddr *)peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted < 0) return uv_translate_sys_error(errno);
#else
    int accepted = accept(listener, (struct sockaddr *)peer, &length);
    if (accepted < 0) return uv_translate_sys_error(errno);
    if (fcntl(accepted, F_SETFD, FD_CLOEXEC) || fcntl(accepted, F_SETFL, O_NONBLOCK)) return CLibuv_give_up(accepted);
#endif
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return accepted;
}

// Reads a numerical address; 0, or an error.
static inline int CLibuv_address(const char *host, int port, struct sockaddr_storage *address) {
    memset(address, 0, sizeof *address);
    int refused = uv_ip4_addr(host, port, (struct sockaddr_in *)address);
    return refused ? uv_ip6_addr(host, port, (struct sockaddr_in6 *)address) : 0;
}

// Writes the 4 or 16 bytes of an address and returns how many; 0 for any other family.
static inline int CLibuv_address_bytes(const struct sockaddr_storage *address, unsigned char bytes[16]) {
    if (address->ss_family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)address)->sin_addr, 4);
        return 4;
    }
    if (address->ss_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

// The port that a listening socket got, or an error.
static inline int CLibuv_bound_port(int listener) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(listener, (struct sockaddr *)&address, &length)) return uv_translate_sys_error(errno);
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

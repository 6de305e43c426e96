// SPDX-License-Identifier: Apache-2.0
// When a process exits, OpenSSL forgets what it keeps for each thread, while other threads still run. A thread that ends
// after that, such as one of a storage, cannot free its random generator any more, and the leak detector finds it. Test
// processes do without the cleanup at exit: then each thread frees what is its own.
#include "COpenSSLAtExit.h"

#include <openssl/crypto.h>

__attribute__((constructor)) static void keep_openssl_until_the_end(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

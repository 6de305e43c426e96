// SPDX-License-Identifier: Apache-2.0
// OpenSSL's libcrypto, with the macros and variadic functions that Swift cannot import as inline wrappers.
#pragma once

#include <openssl/evp.h>

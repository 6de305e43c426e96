// SPDX-License-Identifier: Apache-2.0
/// The most used passwords, each as the first bytes of its SHA-1 hash, in ascending order.
#pragma once

#include <stddef.h>

/// The number of bytes of each hash.
static const size_t CCommonPasswords_prefixLength = 5;

/// The number of bytes of the list.
extern const size_t CCommonPasswords_byteCount;

const unsigned char *_Nonnull CCommonPasswords_list(void);

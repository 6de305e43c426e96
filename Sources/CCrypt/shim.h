// SPDX-License-Identifier: Apache-2.0
// The system's libcrypt, which is libxcrypt on Linux.
#pragma once

#include <crypt.h>

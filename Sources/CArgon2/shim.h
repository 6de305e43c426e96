// SPDX-License-Identifier: Apache-2.0
// libargon2, and one of its macros as a constant that Swift can import.
#pragma once

#include <argon2.h>

static const uint32_t thumbturn_argon2_clear_password = ARGON2_FLAG_CLEAR_PASSWORD;

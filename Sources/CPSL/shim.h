// SPDX-License-Identifier: Apache-2.0
// libpsl, and one of its macros as a constant that Swift can import.
#pragma once

#include <libpsl.h>

/// Rules of both parts of the list, and none for domains that no rule names.
static const int thumbturn_psl_listed_rules = PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE;

// SPDX-License-Identifier: Apache-2.0
// Brotli's decoder, which only tests need.
#pragma once

#include <brotli/decode.h>

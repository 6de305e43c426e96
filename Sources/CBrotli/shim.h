// SPDX-License-Identifier: Apache-2.0
// Brotli's encoder.
#pragma once

#include <brotli/encode.h>

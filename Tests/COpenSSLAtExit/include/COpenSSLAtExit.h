// SPDX-License-Identifier: Apache-2.0
// Nothing to call: linking it is enough.

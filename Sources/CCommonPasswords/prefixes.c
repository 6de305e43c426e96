// SPDX-License-Identifier: Apache-2.0
// `scripts/common-passwords` makes the list, from the 100,000 most used passwords that the UK's National Cyber Security Centre
// has published, of data by Have I Been Pwned. Contains public sector information licensed under the Open Government Licence
// v3.0 (https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/).
#include "CCommonPasswords.h"

static const unsigned char prefixes[] = {
#embed "common-passwords.bin"
};
const size_t CCommonPasswords_byteCount = sizeof prefixes;

const unsigned char *CCommonPasswords_list(void) { return prefixes; }

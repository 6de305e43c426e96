// SPDX-License-Identifier: Apache-2.0
// One entry for each file: what `#embed` reads, and the path by which Swift asks for it.
#include "CEmbeddedFiles.h"

#include <string.h>

static const unsigned char sdk_encoding_js[] = {
#embed "../../Web/sdk/encoding.js"
};
static const unsigned char sdk_texts_js[] = {
#embed "../../Web/sdk/texts.js"
};
static const unsigned char sdk_password_rules_js[] = {
#embed "../../Web/sdk/password-rules.js"
};
static const unsigned char sdk_errors_js[] = {
#embed "../../Web/sdk/errors.js"
};
static const unsigned char sdk_options_js[] = {
#embed "../../Web/sdk/options.js"
};
static const unsigned char sdk_page_js[] = {
#embed "../../Web/sdk/page.js"
};
static const unsigned char sdk_webauthn_js[] = {
#embed "../../Web/sdk/webauthn.js"
};
static const unsigned char sdk_slot_js[] = {
#embed "../../Web/sdk/slot.js"
};
static const unsigned char sdk_server_js[] = {
#embed "../../Web/sdk/server.js"
};
static const unsigned char sdk_proofs_js[] = {
#embed "../../Web/sdk/proofs.js"
};
static const unsigned char sdk_frame_js[] = {
#embed "../../Web/sdk/frame.js"
};
static const unsigned char sdk_store_js[] = {
#embed "../../Web/sdk/store.js"
};
static const unsigned char sdk_id_tokens_js[] = {
#embed "../../Web/sdk/id-tokens.js"
};
static const unsigned char sdk_tokens_js[] = {
#embed "../../Web/sdk/tokens.js"
};
static const unsigned char sdk_session_js[] = {
#embed "../../Web/sdk/session.js"
};
static const unsigned char sdk_sign_out_js[] = {
#embed "../../Web/sdk/sign-out.js"
};
static const unsigned char sdk_passwords_js[] = {
#embed "../../Web/sdk/passwords.js"
};
static const unsigned char sdk_codes_js[] = {
#embed "../../Web/sdk/codes.js"
};
static const unsigned char sdk_token_api_js[] = {
#embed "../../Web/sdk/token-api.js"
};
static const unsigned char sdk_plain_api_js[] = {
#embed "../../Web/sdk/plain-api.js"
};
static const unsigned char sdk_thumbturn_js[] = {
#embed "../../Web/sdk/thumbturn.js"
};
static const unsigned char sdk_thumbturn_d_ts[] = {
#embed "../../Web/sdk/thumbturn.d.ts"
};
static const unsigned char sdk_package_json[] = {
#embed "../../Web/sdk/package.json"
};
static const unsigned char sdk_README_md[] = {
#embed "../../Web/sdk/README.md"
};
static const unsigned char sdk_LICENSE[] = {
#embed "../../Web/sdk/LICENSE"
};
static const unsigned char sdk_releases_thumbturn_0_1_0_js[] = {
#embed "../../Web/sdk/releases/thumbturn-0.1.0.js"
};
static const unsigned char demo_index_html[] = {
#embed "../../Web/demo/index.html"
};
static const unsigned char demo_demo_js[] = {
#embed "../../Web/demo/demo.js"
};
static const unsigned char demo_next_js[] = {
#embed "../../Web/demo/next.js"
};
static const unsigned char demo_exchange_js[] = {
#embed "../../Web/demo/exchange.js"
};
static const unsigned char demo_demo_css[] = {
#embed "../../Web/demo/demo.css"
};
static const unsigned char pages_pages_css[] = {
#embed "../HostedPages/Resources/pages.css"
};
static const unsigned char pages_pages_js[] = {
#embed "../HostedPages/Resources/pages.js"
};
static const unsigned char pages_icon_svg[] = {
#embed "../HostedPages/Resources/icon.svg"
};

#define ENTRY(path, name) {path, {name, sizeof name}}

static const struct {
    const char *path;
    EmbeddedFile file;
} entries[] = {
    ENTRY("sdk/encoding.js", sdk_encoding_js),
    ENTRY("sdk/texts.js", sdk_texts_js),
    ENTRY("sdk/password-rules.js", sdk_password_rules_js),
    ENTRY("sdk/errors.js", sdk_errors_js),
    ENTRY("sdk/options.js", sdk_options_js),
    ENTRY("sdk/page.js", sdk_page_js),
    ENTRY("sdk/webauthn.js", sdk_webauthn_js),
    ENTRY("sdk/slot.js", sdk_slot_js),
    ENTRY("sdk/server.js", sdk_server_js),
    ENTRY("sdk/proofs.js", sdk_proofs_js),
    ENTRY("sdk/frame.js", sdk_frame_js),
    ENTRY("sdk/store.js", sdk_store_js),
    ENTRY("sdk/id-tokens.js", sdk_id_tokens_js),
    ENTRY("sdk/tokens.js", sdk_tokens_js),
    ENTRY("sdk/session.js", sdk_session_js),
    ENTRY("sdk/sign-out.js", sdk_sign_out_js),
    ENTRY("sdk/passwords.js", sdk_passwords_js),
    ENTRY("sdk/codes.js", sdk_codes_js),
    ENTRY("sdk/token-api.js", sdk_token_api_js),
    ENTRY("sdk/plain-api.js", sdk_plain_api_js),
    ENTRY("sdk/thumbturn.js", sdk_thumbturn_js),
    ENTRY("sdk/thumbturn.d.ts", sdk_thumbturn_d_ts),
    ENTRY("sdk/package.json", sdk_package_json),
    ENTRY("sdk/README.md", sdk_README_md),
    ENTRY("sdk/LICENSE", sdk_LICENSE),
    ENTRY("sdk/releases/thumbturn-0.1.0.js", sdk_releases_thumbturn_0_1_0_js),
    ENTRY("demo/index.html", demo_index_html),
    ENTRY("demo/demo.js", demo_demo_js),
    ENTRY("demo/next.js", demo_next_js),
    ENTRY("demo/exchange.js", demo_exchange_js),
    ENTRY("demo/demo.css", demo_demo_css),
    ENTRY("pages/pages.css", pages_pages_css),
    ENTRY("pages/pages.js", pages_pages_js),
    ENTRY("pages/icon.svg", pages_icon_svg),
};

EmbeddedFile embedded_file(const char *path) {
    for (size_t index = 0; index < sizeof entries / sizeof *entries; index++) {
        if (strcmp(entries[index].path, path) == 0) return entries[index].file;
    }
    return (EmbeddedFile){NULL, 0};
}

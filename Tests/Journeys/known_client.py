# SPDX-License-Identifier: Apache-2.0
"""Makes schemathesis use a configured client, so that its requests are not rejected as unknown."""

import schemathesis


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        strangers = ("client_secret", "client_assertion", "client_assertion_type")
        body = {name: value for name, value in body.items() if name not in strangers}
        body["client_id"] = "native"
        if "grant_type" in body:
            grants = ["refresh_token", "urn:okta:params:oauth:grant-type:webauthn"]
            body["grant_type"] = grants[len(str(body)) % 2]
    return body

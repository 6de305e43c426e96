# SPDX-License-Identifier: Apache-2.0
"""Has schemathesis speak as a client that is configured, so that it gets further than to an unknown one."""

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

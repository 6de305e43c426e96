# SPDX-License-Identifier: Apache-2.0
"""Pages in Chromium, which enforces CORS and creates the passkeys."""

import pytest
from browser import CHROMIUM
from wire import address, expect_success, get, run_command, sign_up

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

ONE, TWO = "login.brand1.test", "login.brand2.test"
LISTED, RELATED, UNLISTED = "https://app.brand1.test", "https://shop.brand2-shop.test", "https://elsewhere.test"
# Public documents, which every origin may read.
PUBLIC = {"/.well-known/openid-configuration", "/.well-known/jwks.json", "/.well-known/webauthn", "/openapi.json"}


@pytest.mark.parametrize(("site", "host", "party"), [(LISTED, ONE, "brand1.test"), (RELATED, TWO, TWO)])
def test_a_page_of_an_allowed_origin_signs_a_user_up_and_in(browser_user, site, host, party):
    browser_user.page.goto(site)
    up = browser_user.run("signUp", host, address())
    assert up["status"] == 200, up
    assert [made["rpId"] for made in browser_user.passkeys()] == [party]
    again = browser_user.run("signIn", host)
    assert again["status"] == 200 and again["json"]["id_token"]


def test_a_page_adds_lists_and_removes_a_passkey(browser_user):
    browser_user.page.goto(LISTED)
    token = browser_user.run("accountToken", ONE, browser_user.run("signUp", ONE, address())["json"])
    added = browser_user.run("enrol", ONE, token)
    assert added["status"] == 201, added
    assert added["location"].endswith(added["json"]["id"].replace("|", "%7C"))
    assert len(browser_user.run("list", ONE, token)["json"]["authentication_methods"]) == 2
    assert browser_user.run("remove", ONE, token, added["json"]["id"])["status"] == 204
    # The removal revokes the token that it was done with.
    token = browser_user.run("accountToken", ONE)
    assert len(browser_user.run("list", ONE, token)["json"]["authentication_methods"]) == 1


@pytest.fixture
def replaced(browser_user):
    """A user whose device has replaced the first of two passkeys with the second."""
    browser_user.page.goto(LISTED)
    token = browser_user.run("accountToken", ONE, browser_user.run("signUp", ONE, address())["json"])
    second = browser_user.run("enrol", ONE, token)["json"]
    assert [made["credentialId"].rstrip("=") for made in browser_user.passkeys()] == [standard(second["key_id"])]
    return token, second


def standard(text):
    return text.replace("-", "+").replace("_", "/")


def test_a_device_forgets_a_passkey_when_it_is_removed(browser_user, replaced):
    token, second = replaced
    browser_user.run("signalUnknown", browser_user.run("remove", ONE, token, second["id"])["signal"])
    assert browser_user.expect_passkeys(0)


def test_a_device_forgets_a_passkey_removed_elsewhere_when_it_is_used(browser_user, replaced):
    token, second = replaced
    browser_user.run("remove", ONE, token, second["id"])
    rejected = browser_user.run("signIn", ONE)
    assert rejected["status"] == 403
    browser_user.run("signalUnknown", rejected["json"]["signal"])
    assert browser_user.expect_passkeys(0)


def test_a_device_forgets_passkeys_that_are_not_in_the_list(browser_user, replaced):
    token, second = replaced
    browser_user.run("signalAccepted", browser_user.run("list", ONE, token)["json"]["signal"])
    assert browser_user.expect_passkeys(1)
    browser_user.run("remove", ONE, token, second["id"])
    token = browser_user.run("accountToken", ONE)
    browser_user.run("signalAccepted", browser_user.run("list", ONE, token)["json"]["signal"])
    assert browser_user.expect_passkeys(0)


def test_a_device_shows_the_account_names_of_the_server(browser_user):
    browser_user.page.goto(LISTED)
    email = address()
    token = browser_user.run("accountToken", ONE, browser_user.run("signUp", ONE, email)["json"])
    browser_user.run("signalDetails", browser_user.run("list", ONE, token)["json"]["signal"])
    assert [known["userName"] for known in browser_user.passkeys()] == [email]


def test_an_invalid_signature_is_rejected(browser_user):
    browser_user.page.goto(LISTED)
    browser_user.run("signUp", ONE, address())
    browser_user.send_command("setResponseOverrideBits", isBogusSignature=True)
    rejected = browser_user.run("signIn", ONE)
    assert (rejected["status"], rejected["json"]["error"]) == (403, "invalid_grant")


def test_a_page_of_an_unknown_origin_can_t_read_any_user_s_data(browser_user):
    browser_user.page.goto(UNLISTED)
    paths = expect_success(get(ONE, "/openapi.json"))["paths"]
    asked = [(path, method) for path, item in paths.items() for method in item]
    read = {
        path
        for path, method in asked
        if browser_user.run("reads", f"https://{ONE}{path.replace('{id}', 'passkey%7Cx')}", method.upper())
    }
    assert read == PUBLIC
    with pytest.raises(Exception, match="Failed to fetch"):
        browser_user.run("signUp", ONE, address())


def test_a_page_of_an_unknown_origin_gets_no_passkey_of_the_brand(browser_user):
    browser_user.page.goto(UNLISTED)
    # The page may have received options in another way: the browser rejects them all the same.
    options = {
        "challenge": "FDXxO0hLEJO2mSVVsbxTbkhKzMIhuyXp9Me7OSVJXKo",
        "rp": {"id": TWO, "name": TWO},
        "user": {"id": "ZXhhbXBsZQ", "name": "a", "displayName": "a"},
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
    }
    with pytest.raises(Exception, match="SecurityError|relying party"):
        browser_user.run("create", options)


# --- invitations ---


@pytest.fixture
def invited():
    """A user who lost every device, and the link of an invitation."""
    _, tokens = sign_up(ONE)
    user = expect_success(get(ONE, "/userinfo", Authorization=f"Bearer {tokens['access_token']}"))["sub"]
    return user, run_command("users", "invite", "--host", ONE, user)


def expect_message(browser_user, words):
    browser_user.page.locator("#notice", has_text=words).wait_for(timeout=10_000)


def test_an_invitation_adds_a_passkey_that_signs_in_and_works_once(browser_user, invited):
    user, link = invited
    browser_user.page.goto(link)
    browser_user.page.get_by_text("These can already sign in to your account").wait_for()
    assert browser_user.page.get_by_label("Remove all of it when I add my passkey").is_checked()
    browser_user.screenshot("invitation")
    browser_user.page.get_by_role("button", name="Add a passkey").click()
    expect_message(browser_user, "Your passkey is ready.")
    browser_user.screenshot("invitation-done")
    assert browser_user.page.url == f"https://{ONE}/invitation"
    assert len(browser_user.passkeys()) == 1 and not browser_user.complaints
    browser_user.page.goto(LISTED)
    tokens = browser_user.run("signIn", ONE)["json"]
    known = browser_user.run("send", f"https://{ONE}/userinfo", {"method": "GET", "token": tokens["access_token"]})
    assert known["json"]["sub"] == user
    browser_user.page.goto(link)
    expect_message(browser_user, "This invitation was already used.")
    assert browser_user.page.get_by_role("button", name="Add a passkey").is_hidden()
    browser_user.screenshot("invitation-used")


def test_an_invitation_can_be_retried_after_a_cancellation(browser_user, invited):
    browser_user.send_command("setUserVerified", isUserVerified=False)
    browser_user.send_command("setResponseOverrideBits", isBadUP=True)
    browser_user.page.goto(invited[1])
    browser_user.page.get_by_role("button", name="Add a passkey").click()
    expect_message(browser_user, "No passkey was created")
    browser_user.screenshot("invitation-failed")
    browser_user.send_command("setUserVerified", isUserVerified=True)
    browser_user.send_command("setResponseOverrideBits", isBadUP=False)
    browser_user.page.get_by_role("button", name="Add a passkey").click()
    expect_message(browser_user, "Your passkey is ready.")


@pytest.mark.parametrize(("rest", "words"), [("", "The link is incomplete."), ("#", "The link is incomplete.")])
def test_an_incomplete_link_says_so(browser_user, rest, words):
    browser_user.page.goto(f"https://{ONE}/invitation{rest}")
    expect_message(browser_user, words)
    assert browser_user.page.get_by_role("button", name="Add a passkey").is_hidden()


def test_a_link_of_another_brand_is_reported_as_incomplete(browser_user, invited):
    browser_user.page.goto(invited[1].replace(ONE, TWO))
    expect_message(browser_user, "The link is incomplete.")
    browser_user.screenshot("invitation-elsewhere")

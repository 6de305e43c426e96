# SPDX-License-Identifier: Apache-2.0
"""Chromium decides here what pages may ask and read, and makes the passkeys."""

import os
import subprocess

import pytest
from browser import CHROMIUM, Visitor, flags, sites
from playwright.sync_api import sync_playwright
from wire import FOLDER, address, get, good, sign_up

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

ONE, TWO = "login.brand1.test", "login.brand2.test"
LISTED, RELATED, UNLISTED = "https://app.brand1.test", "https://shop.brand2-shop.test", "https://elsewhere.test"
# The same for everybody, so that everybody may read them.
PUBLIC = {"/.well-known/openid-configuration", "/.well-known/jwks.json", "/openapi.json"}


@pytest.fixture(scope="module")
def chromium():
    with sites(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags())
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium):
    context = chromium.new_context()
    yield Visitor(context)
    context.close()


@pytest.mark.parametrize(("site", "host", "party"), [(LISTED, ONE, "brand1.test"), (RELATED, TWO, TWO)])
def test_a_page_of_a_listed_site_signs_a_person_up_and_in(visitor, site, host, party):
    visitor.page.goto(site)
    up = visitor.does("signUp", host, address())
    assert up["status"] == 200, up
    assert [made["rpId"] for made in visitor.passkeys()] == [party]
    again = visitor.does("signIn", host)
    assert again["status"] == 200 and again["json"]["id_token"]


def test_a_page_adds_lists_and_removes_a_passkey(visitor):
    visitor.page.goto(LISTED)
    token = visitor.does("accountToken", ONE, visitor.does("signUp", ONE, address())["json"])
    added = visitor.does("enrol", ONE, token)
    assert added["status"] == 201, added
    assert added["location"].endswith(added["json"]["id"].replace("|", "%7C"))
    assert len(visitor.does("list", ONE, token)["json"]["authentication_methods"]) == 2
    assert visitor.does("remove", ONE, token, added["json"]["id"])["status"] == 204
    assert len(visitor.does("list", ONE, token)["json"]["authentication_methods"]) == 1


@pytest.fixture
def replaced(visitor):
    """A person whose device holds the second of two passkeys: it has put it in the place of the first."""
    visitor.page.goto(LISTED)
    token = visitor.does("accountToken", ONE, visitor.does("signUp", ONE, address())["json"])
    second = visitor.does("enrol", ONE, token)["json"]
    assert [made["credentialId"].rstrip("=") for made in visitor.passkeys()] == [standard(second["key_id"])]
    return token, second


def standard(text):
    return text.replace("-", "+").replace("_", "/")


def test_a_device_drops_a_passkey_when_it_is_removed(visitor, replaced):
    token, second = replaced
    visitor.does("signalUnknown", visitor.does("remove", ONE, token, second["id"])["signal"])
    assert visitor.ends_up_with(0)


def test_a_device_drops_a_passkey_that_was_removed_elsewhere_when_it_is_used(visitor, replaced):
    token, second = replaced
    visitor.does("remove", ONE, token, second["id"])
    refused = visitor.does("signIn", ONE)
    assert refused["status"] == 403
    visitor.does("signalUnknown", refused["json"]["signal"])
    assert visitor.ends_up_with(0)


def test_a_device_drops_what_is_not_in_the_list(visitor, replaced):
    token, second = replaced
    visitor.does("signalAccepted", visitor.does("list", ONE, token)["json"]["signal"])
    assert visitor.ends_up_with(1)
    visitor.does("remove", ONE, token, second["id"])
    visitor.does("signalAccepted", visitor.does("list", ONE, token)["json"]["signal"])
    assert visitor.ends_up_with(0)


def test_a_device_calls_an_account_what_the_server_calls_it(visitor):
    visitor.page.goto(LISTED)
    email = address()
    token = visitor.does("accountToken", ONE, visitor.does("signUp", ONE, email)["json"])
    visitor.does("signalDetails", visitor.does("list", ONE, token)["json"]["signal"])
    assert [known["userName"] for known in visitor.passkeys()] == [email]


def test_a_signature_that_does_not_hold_is_refused(visitor):
    visitor.page.goto(LISTED)
    visitor.does("signUp", ONE, address())
    visitor.tell("setResponseOverrideBits", isBogusSignature=True)
    refused = visitor.does("signIn", ONE)
    assert (refused["status"], refused["json"]["error"]) == (403, "invalid_grant")


def test_a_page_of_a_site_that_is_not_listed_can_read_nothing_of_anybody(visitor):
    visitor.page.goto(UNLISTED)
    paths = good(get(ONE, "/openapi.json"))["paths"]
    asked = [(path, method) for path, item in paths.items() for method in item]
    read = {
        path
        for path, method in asked
        if visitor.does("reads", f"https://{ONE}{path.replace('{id}', 'passkey%7Cx')}", method.upper())
    }
    assert read == PUBLIC
    with pytest.raises(Exception, match="Failed to fetch"):
        visitor.does("signUp", ONE, address())


def test_a_page_of_a_site_that_is_not_listed_gets_no_passkey_for_the_brand(visitor):
    visitor.page.goto(UNLISTED)
    # What it can't fetch it may have been given: the browser refuses it all the same.
    options = {
        "challenge": "FDXxO0hLEJO2mSVVsbxTbkhKzMIhuyXp9Me7OSVJXKo",
        "rp": {"id": TWO, "name": TWO},
        "user": {"id": "ZXhhbXBsZQ", "name": "a", "displayName": "a"},
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
    }
    with pytest.raises(Exception, match="SecurityError|relying party"):
        visitor.does("create", options)


# --- invitations ---


@pytest.fixture
def invited():
    """Somebody who has lost every device, and the link that an operator has made."""
    _, tokens = sign_up(ONE)
    user = good(get(ONE, "/userinfo", Authorization=f"Bearer {tokens['access_token']}"))["sub"]
    command = [os.environ["PROGRAM"], "users", "invite", "--url", "https://auth.example.test", "--host", ONE]
    command += ["--data", str(FOLDER / "brands.data"), user]
    link = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return user, link


def said(visitor, words):
    visitor.page.locator("#status", has_text=words).wait_for(timeout=10_000)


def test_an_invitation_adds_a_passkey_that_signs_in_and_works_once(visitor, invited):
    user, link = invited
    visitor.page.goto(link)
    visitor.page.get_by_text("Your account can already be used").wait_for()
    assert visitor.page.get_by_label("Remove all of it when I add my passkey").is_checked()
    visitor.picture("invitation")
    visitor.page.get_by_role("button", name="Add a passkey").click()
    said(visitor, "Done.")
    visitor.picture("invitation-done")
    assert visitor.page.url == f"https://{ONE}/invitation"
    assert len(visitor.passkeys()) == 1 and not visitor.complaints
    visitor.page.goto(LISTED)
    tokens = visitor.does("signIn", ONE)["json"]
    known = visitor.does("send", f"https://{ONE}/userinfo", {"method": "GET", "token": tokens["access_token"]})
    assert known["json"]["sub"] == user
    visitor.page.goto(link)
    said(visitor, "The invitation has been used before.")
    assert visitor.page.get_by_role("button", name="Add a passkey").is_disabled()
    visitor.picture("invitation-used")


def test_an_invitation_can_be_tried_again_after_it_was_cancelled(visitor, invited):
    visitor.tell("setUserVerified", isUserVerified=False)
    visitor.tell("setResponseOverrideBits", isBadUP=True)
    visitor.page.goto(invited[1])
    visitor.page.get_by_role("button", name="Add a passkey").click()
    said(visitor, "No passkey was created")
    visitor.picture("invitation-failed")
    visitor.tell("setUserVerified", isUserVerified=True)
    visitor.tell("setResponseOverrideBits", isBadUP=False)
    visitor.page.get_by_role("button", name="Add a passkey").click()
    said(visitor, "Done.")


@pytest.mark.parametrize(("rest", "words"), [("", "The link is incomplete."), ("#", "The link is incomplete.")])
def test_a_link_without_its_end_says_so(visitor, rest, words):
    visitor.page.goto(f"https://{ONE}/invitation{rest}")
    said(visitor, words)
    assert visitor.page.get_by_role("button", name="Add a passkey").is_disabled()


def test_a_link_of_another_brand_is_not_complete_here(visitor, invited):
    visitor.page.goto(invited[1].replace(ONE, TWO))
    said(visitor, "The link is not complete, or of another server.")
    visitor.picture("invitation-elsewhere")

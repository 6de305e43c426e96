# SPDX-License-Identifier: Apache-2.0
"""A software authenticator that shares no code with the server."""

import base64
import hashlib
import json
import os
import struct
from dataclasses import dataclass, field

import cbor2
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40


def base64url(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def octets(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class EllipticKey:
    algorithm = -7

    def __init__(self):
        self._key = ec.generate_private_key(ec.SECP256R1())

    def cose(self):
        point = self._key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}

    def sign(self, message):
        return self._key.sign(message, ec.ECDSA(hashes.SHA256()))


class EdwardsKey:
    algorithm = -8

    def __init__(self):
        self._key = ed25519.Ed25519PrivateKey.generate()

    def cose(self):
        raw = self._key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        return {1: 1, 3: -8, -1: 6, -2: raw}

    def sign(self, message):
        return self._key.sign(message)


class RSAKey:
    algorithm = -257

    def __init__(self):
        self._key = rsa.generate_private_key(65537, 2048)

    def cose(self):
        modulus = self._key.public_key().public_numbers().n
        return {1: 3, 3: -257, -1: modulus.to_bytes(256, "big"), -2: b"\x01\x00\x01"}

    def sign(self, message):
        return self._key.sign(message, padding.PKCS1v15(), hashes.SHA256())


KEYS = {kind.algorithm: kind for kind in (EllipticKey, EdwardsKey, RSAKey)}


@dataclass
class Credential:
    id: bytes
    key: object
    user_handle: bytes


@dataclass
class Device:
    """Responds to options in WebAuthn's JSON form, as a page or an application at `origin` would."""

    origin: str
    algorithm: int = -7
    flags: int = PRESENT | VERIFIED | ELIGIBLE | BACKED_UP
    credentials: dict = field(default_factory=dict)

    def create(self, options):
        assert self.algorithm in [offered["alg"] for offered in options["pubKeyCredParams"]]
        made = Credential(os.urandom(32), KEYS[self.algorithm](), octets(options["user"]["id"]))
        self.credentials[options["rp"]["id"]] = made
        attested = bytes(16) + struct.pack(">H", len(made.id)) + made.id + cbor2.dumps(made.key.cose(), canonical=True)
        data = self._authenticator_data(options["rp"]["id"], ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._response(
            made,
            clientDataJSON=self._client_data("webauthn.create", options),
            attestationObject=statement,
        )

    def get(self, options):
        used = self.credentials[options["rpId"]]
        data = self._authenticator_data(options["rpId"])
        client_data = self._client_data("webauthn.get", options)
        signature = used.key.sign(data + hashlib.sha256(client_data).digest())
        return self._response(
            used,
            clientDataJSON=client_data,
            authenticatorData=data,
            signature=signature,
            userHandle=used.user_handle,
        )

    def _authenticator_data(self, relying_party, more=0):
        return hashlib.sha256(relying_party.encode()).digest() + bytes([self.flags | more]) + bytes(4)

    def _client_data(self, kind, options):
        members = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(members, separators=(",", ":")).encode()

    @staticmethod
    def _response(credential, **response):
        return {
            "id": base64url(credential.id),
            "rawId": base64url(credential.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {name: base64url(value) for name, value in response.items()},
        }

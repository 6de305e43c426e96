# SPDX-License-Identifier: Apache-2.0
"""prometheus_client reads the metrics, and they say what has happened."""

import re
from pathlib import Path

import requests
from prometheus_client.parser import text_string_to_metric_families
from software_passkey import Device
from wire import begin_sign_in, expect_success, exchange, sign_in, sign_up

HOST = "auth.example.test"
ADDRESS = "http://127.0.0.1:9464/metrics"
PAGE = Path(__file__).resolve().parents[2] / "docs/operations/metrics.md"
SUFFIXES = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_sum", "_count"]}


def families():
    response = requests.get(ADDRESS, timeout=20)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return list(text_string_to_metric_families(response.text))


def values(families):
    return {(s.name, frozenset(s.labels.items())): s.value for family in families for s in family.samples}


def documented():
    """The rows of the page: by name the type and the labels."""
    rows = re.findall(r"^\| `([a-z0-9_]+)` \| (\w+) \| [^|]+ \| ([^|]*) \|", PAGE.read_text(), re.MULTILINE)
    return {name: (kind, set(re.findall(r"`(\w+)`", labels))) for name, kind, labels in rows}


def test_prometheus_client_reads_what_a_sign_up_a_sign_in_and_a_rejected_response_leave():
    before = values(families())
    device, _ = sign_up(HOST)
    expect_success(sign_in(HOST, device))
    elsewhere = Device("https://elsewhere.test", credentials=device.credentials)
    started = begin_sign_in(HOST)
    rejected = exchange(HOST, started, elsewhere.get(started["authn_params_public_key"]))
    assert rejected.json()["code"] == "authentication.origin-not-allowed"
    after = values(families())

    def growth(name, **labels):
        key = (name, frozenset(labels.items()))
        return after[key] - before.get(key, 0)

    ceremonies = "thumbturn_ceremonies_total"
    assert growth(ceremonies, kind="registration", outcome="accepted") == 1
    assert growth(ceremonies, kind="authentication", outcome="accepted") == 1
    reason = {"step": "7.2.12", "code": "authentication.origin-not-allowed"}
    assert growth(ceremonies, kind="authentication", outcome="rejected", **reason) == 1
    assert growth("thumbturn_sign_ins_total", method="passkey", account="new") == 1
    assert growth("thumbturn_sign_ins_total", method="passkey", account="existing") == 1
    count = "thumbturn_http_request_duration_seconds_count"
    assert growth(count, operation="token", status="2xx") == 2
    assert growth(count, operation="beginSignIn", status="2xx") == 2
    assert growth("thumbturn_http_problems_total", code=reason["code"]) == 1
    assert growth("thumbturn_storage_commits_total") >= 2


def test_every_metric_is_documented_with_its_type_and_its_labels():
    table, shown = documented(), {}
    for family in families():
        for sample in family.samples:
            name = sample.name
            if family.type == "histogram":
                name = name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count")
            kind, labels = table[name]
            assert kind == family.type
            assert sample.name in [name.removesuffix("_total") + suffix for suffix in SUFFIXES[kind]]
            assert sample.labels.keys() - {"le"} <= labels
            shown[name] = True
        assert family.documentation
    # This server has a certificate and keys, so all that is documented is there.
    assert shown.keys() == table.keys()


def test_buckets_grow_up_to_the_count():
    for family in (family for family in families() if family.type == "histogram"):
        series = {}
        for sample in family.samples:
            labels = frozenset((k, v) for k, v in sample.labels.items() if k != "le")
            series.setdefault(labels, []).append(sample)
        for samples in series.values():
            buckets = [s.value for s in samples if s.name.endswith("_bucket")]
            assert buckets == sorted(buckets)
            assert [s.value for s in samples if s.name.endswith("_count")] == [buckets[-1]]

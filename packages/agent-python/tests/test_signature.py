import pytest

from svc_agent import AgentError, signature_of, verify_delivery

RAW = b'{ "type":"user_message"}'
NOW = 1_700_000_000.0
STAMP = str(int(NOW))


def headers(secret: str, *, stamp: str = STAMP, name: str = "x-svc-signature") -> dict[str, str]:
    return {"x-svc-timestamp": stamp, name: signature_of(RAW, secret=secret, timestamp=stamp)}


def test_a_signature_is_the_one_of_the_interface() -> None:
    # By `printf '1700000000.{}' | openssl dgst -sha256 -hmac svc_1`.
    expected = "sha256=64c670f05a8b4f3b2de1e5f06f9a2b16b91a6e038a49b7b53984c97e7b8b1e50"
    assert signature_of(b"{}", secret="svc_1", timestamp="1700000000") == expected


@pytest.mark.parametrize("name", ["x-svc-signature", "x-svc-signature-previous"])
@pytest.mark.parametrize("secret", ["new", "former"])
def test_each_secret_of_a_rotation_proves_a_delivery_in_either_header(secret: str, name: str) -> None:
    verify_delivery(RAW, headers(secret, name=name), ["new", "former"], now=NOW)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (headers("s", stamp=str(int(NOW) - 301)), "301 s ago"),
        (headers("s", stamp=str(int(NOW) + 301)), "301 s ahead"),
        (headers("other"), "another secret"),
        ({"x-svc-timestamp": STAMP}, "no X-Svc-Signature"),
        ({"x-svc-signature": "sha256="}, "no X-Svc-Timestamp"),
        ({**headers("s"), "x-svc-timestamp": "٣"}, "no X-Svc-Timestamp"),
        ({**headers("s"), "x-svc-timestamp": f"{STAMP}\n"}, "no X-Svc-Timestamp"),
        ({**headers("s"), "x-svc-signature": "sha256=ä"}, "another secret"),
    ],
)
def test_anything_else_is_refused(given: dict[str, str], why: str) -> None:
    with pytest.raises(AgentError, match=why) as refused:
        verify_delivery(RAW, given, ["s"], now=NOW)
    assert refused.value.code == "unsigned"

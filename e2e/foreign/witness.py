"""Asks a witness for cosignatures, or is one, without any code of Candor's.

Written from c2sp.org/tlog-witness, tlog-cosignature, tlog-checkpoint and signed-note, RFC 6962 and RFC 8032, with the
standard library of Python 3 only. `ask` prints one line for each exchange: its name and the status. `serve` cosigns what
logs with the keys LOG_VKEY show it, on a port of loopback that it prints first with its own key; `forge` does the same
with one wrong bit in each cosignature.

    python3 witness.py key ORIGIN
    python3 witness.py ask URL WITNESS_VKEY ORIGIN OTHER_ORIGIN
    python3 witness.py serve NAME LOG_VKEY...
    python3 witness.py forge NAME LOG_VKEY...
"""

import base64
import hashlib
import http.client
import http.server
import struct
import sys
import time
import urllib.parse

from check import (
    BASE,
    L,
    P,
    Refused,
    checkpoint_of,
    decimal,
    key_of,
    leaf_hash,
    need,
    node_hash,
    plain,
    root_of,
    sha,
    signers_of,
    split_of,
    times,
)

LOG_SEED, STRANGER_SEED, WITNESS_SEED = bytes([7]) * 32, bytes([8]) * 32, bytes([9]) * 32


# Signatures (RFC 8032, 5.1.5 and 5.1.6; signed-note)


def octets_of(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | ((x & 1) << 255)).to_bytes(32, "little")


def secret_of(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    return scalar, digest[32:]


def public_of(seed):
    return octets_of(times(secret_of(seed)[0], BASE))


def sign(seed, message):
    scalar, prefix = secret_of(seed)
    public = public_of(seed)
    nonce = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % L
    commitment = octets_of(times(nonce, BASE))
    challenge = int.from_bytes(hashlib.sha512(commitment + public + message).digest(), "little") % L
    return commitment + ((nonce + challenge * scalar) % L).to_bytes(32, "little")


def key_id(name, seed):
    return sha(name.encode() + b"\n\x01" + public_of(seed))[:4]


def vkey(name, seed):
    return f"{name}+{key_id(name, seed).hex()}+{base64.b64encode(bytes([1]) + public_of(seed)).decode()}"


def signature_line(name, seed, text):
    signed = base64.b64encode(key_id(name, seed) + sign(seed, text.encode())).decode()
    return f"— {name} {signed}\n"


# Checkpoints and proofs (tlog-checkpoint; RFC 6962, 2.1.2)


def leaves_of(size, changed=None):
    return [leaf_hash(b"%d%s" % (index, b"!" if index == changed else b"")) for index in range(size)]


def checkpoint(origin, leaves, seeds=(LOG_SEED,)):
    text = f"{origin}\n{len(leaves)}\n{base64.b64encode(root_of(leaves)).decode()}\n"
    return text + "\n" + "".join(signature_line(origin, seed, text) for seed in seeds)


def proof_of(old, leaves):
    def subproof(count, part, is_whole):
        if count == len(part):
            return [] if is_whole else [root_of(part)]
        at = split_of(len(part))
        if count <= at:
            return subproof(count, part[:at], is_whole) + [root_of(part[at:])]
        return subproof(count - at, part[at:], False) + [root_of(part[:at])]

    return [] if old in (0, len(leaves)) else subproof(old, leaves, True)


# Exchanges (tlog-witness)


def request_of(old, proof, note):
    return f"old {old}\n" + "".join(base64.b64encode(each).decode() + "\n" for each in proof) + "\n" + note


class Asking:
    def __init__(self, url, witness):
        address = urllib.parse.urlsplit(url)
        self.witness = key_of(witness)
        # One connection for all: a witness should keep it.
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
        self.path = address.path.rstrip("/") + "/add-checkpoint"

    def ask(self, name, expected, body, size=None):
        self.connection.request("POST", self.path, body if isinstance(body, bytes) else body.encode())
        response = self.connection.getresponse()
        text = response.read().decode()
        need(response.status == expected, f"{name}: {response.status} instead of {expected}: {text.strip()}")
        if expected == 409:
            need(response.getheader("content-type") == "text/x.tlog.size", f"{name}: a type {response.headers}")
            need(size is None or text == f"{size}\n", f"{name}: the size {text!r}")
        if expected == 200:
            self.check_cosignature(name, body, text)
        print(f"{response.status} {name}")

    def check_cosignature(self, name, body, lines):
        note = body.split("\n\n", 1)[1]
        need(lines.endswith("\n") and all(line.startswith("— ") for line in lines[:-1].split("\n")), f"{name}: {lines!r}")
        # Verifies `cosignature/v1`, its time and the whole text of the checkpoint.
        _, signers = signers_of(note + lines, [self.witness])
        need(signers == [self.witness] and self.witness["type"] == 4, f"{name}: no cosignature")
        signed = base64.b64decode(lines.split(" ")[2])
        need(len(signed) == 4 + 8 + 64, f"{name}: a cosignature of {len(signed)} bytes")
        need(abs(struct.unpack(">Q", signed[4:12])[0] - time.time()) < 60, f"{name}: the time of the cosignature")


def ask_all(url, witness, origin, other):
    asking = Asking(url, witness)
    ask = asking.ask
    log = leaves_of(1000)

    def grown(old, size, history=log, **changes):
        return request_of(old, proof_of(old, history[:size]), checkpoint(origin, history[:size], **changes))

    ask("an unknown origin", 404, request_of(0, [], checkpoint("unknown.example/log", log[:5])))
    ask("an unknown key", 403, grown(0, 5, seeds=(STRANGER_SEED,)))
    ask("a first checkpoint", 200, grown(0, 5))
    ask("an old size that is not the newest", 409, grown(0, 8), 5)
    ask("an old size that was never cosigned", 409, grown(3, 8), 5)
    ask("a larger old size than the checkpoint", 400, request_of(9, [], checkpoint(origin, log[:8])))
    proof = proof_of(5, log[:8])
    note = checkpoint(origin, log[:8])
    ask("a proof with another hash", 422, request_of(5, [sha(b"")] + proof[1:], note))
    ask("a proof that is too short", 422, request_of(5, proof[:-1], note))
    ask("a proof that is too long", 422, request_of(5, proof + [sha(b"")], note))
    ask("another history with its own proof", 422, grown(5, 8, leaves_of(8, changed=2)))
    ask("a log that has grown", 200, grown(5, 8))
    ask("the same checkpoint again", 200, grown(8, 8))
    ask("another root of the same size", 409, grown(8, 8, leaves_of(8, changed=7)), 8)
    ask("a signature of an unknown key before the log's own", 200, grown(8, 9, seeds=(STRANGER_SEED, LOG_SEED)))
    for old, size in ((9, 256), (256, 257), (257, 700), (700, 1000)):
        ask(f"a proof from {old} to {size}", 200, grown(old, size))
    ask("a proof from an empty tree", 422, request_of(0, [sha(b"")], checkpoint(other, log[:3])))
    ask("a second log", 200, request_of(0, [], checkpoint(other, log[:3])))
    whole = checkpoint(origin, log)
    for name, body in (
        ("no empty line", f"old 1000\n{whole.split(chr(10))[0]}"),
        ("a leading zero", f"old 01000\n\n{whole}"),
        ("another word than old", f"size 1000\n\n{whole}"),
        ("two spaces", f"old  1000\n\n{whole}"),
        ("more than 63 hashes", request_of(1000, [sha(b"")] * 64, whole)),
        ("a hash of 31 bytes", request_of(1000, [bytes(31)], whole)),
        ("a checkpoint without its signatures", f"old 1000\n\n{whole.split(chr(10) * 2)[0]}\n"),
        ("bytes that are no UTF-8", b"old 1000\n\n\xff\xfe"),
    ):
        ask(name, 400, body)
        # A witness may end a connection after a request that is none.
        asking.connection.close()
    ask("the newest checkpoint after all of that", 200, grown(1000, 1000))


# A witness (tlog-witness, tlog-cosignature)


def cosigner_key(name):
    """The type 4 of a cosignature is a part of what the key ID is the hash of."""
    material = bytes([4]) + public_of(WITNESS_SEED)
    return sha(name.encode() + b"\n" + material)[:4], material


def cosign(name, text):
    seconds = int(time.time())
    signed = sign(WITNESS_SEED, f"cosignature/v1\ntime {seconds}\n{text}".encode())
    return cosigner_key(name)[0] + struct.pack(">Q", seconds) + signed


def check_growth(old, size, proof, old_root, root):
    """RFC 6962, 2.1.2, read from the end of the proof: the last hash is the one next to the root."""
    rest = list(proof)

    def roots(count, total, is_whole):
        if count == total:
            if is_whole:
                return old_root, old_root
            need(rest, "the proof is too short")
            return (rest.pop(),) * 2
        at = split_of(total)
        need(rest, "the proof is too short")
        other = rest.pop()
        if count <= at:
            before, now = roots(count, at, is_whole)
            return before, node_hash(now, other)
        before, now = roots(count - at, total - at, False)
        return node_hash(other, before), node_hash(other, now)

    if old > 0:
        need(roots(old, size, True) == (old_root, root), "the proof leads to other roots")
    need(not rest, "the proof is too long")


class Served(http.server.BaseHTTPRequestHandler):
    """One request after the other: the server has one thread."""

    name, keys, is_forging, heads = "", [], False, {}

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            status, text = self.judge(body.decode()) if self.path == "/add-checkpoint" else (404, "")
        except (Refused, ValueError, IndexError) as error:
            status, text = 400, f"{error}\n"
        self.send_response(status)
        self.send_header("content-type", "text/x.tlog.size" if status == 409 else "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def judge(self, body):
        head, note = body.split("\n\n", 1)
        first, *lines = head.split("\n")
        need(first.startswith("old ") and len(lines) <= 63, "the request is none")
        old, proof, log = decimal(first[4:]), [plain(line) for line in lines], checkpoint_of(note)
        keys = [key for key in self.keys if key["name"] == log["origin"]]
        if not keys:
            return 404, ""
        try:
            text, signers = signers_of(note, keys)
        except Refused:
            signers = []
        if not signers:
            return 403, ""
        size, root = self.heads.get(log["origin"], (0, sha(b"")))
        need(old <= log["size"], "the old size is the larger one")
        if old != size or old == log["size"] and root != log["root"]:
            return 409, f"{size}\n"
        try:
            check_growth(old, log["size"], proof, root, log["root"])
        except Refused as error:
            return 422, f"{error}\n"
        self.heads[log["origin"]] = (log["size"], log["root"])
        cosignature = cosign(self.name, text)
        if self.is_forging:
            cosignature = cosignature[:-1] + bytes([cosignature[-1] ^ 1])
        return 200, f"— {self.name} {base64.b64encode(cosignature).decode()}\n"

    def log_message(self, *words):
        """Only the first line is printed."""


def serve(name, vkeys, is_forging):
    Served.name, Served.keys, Served.is_forging = name, [key_of(vkey) for vkey in vkeys], is_forging
    server = http.server.HTTPServer(("127.0.0.1", 0), Served)
    key, material = cosigner_key(name)
    print(f"{name}+{key.hex()}+{base64.b64encode(material).decode()} http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


def main(words):
    try:
        if words[:1] in (["serve"], ["forge"]) and len(words) > 2:
            serve(words[1], words[2:], words[0] == "forge")
        elif words[:1] == ["key"] and len(words) == 2:
            print(vkey(words[1], LOG_SEED))
        elif words[:1] == ["ask"] and len(words) == 5:
            ask_all(*words[1:])
        else:
            print(__doc__)
            return 2
    except (Refused, ValueError, KeyError, IndexError, OSError) as error:
        print(f"REFUSED: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

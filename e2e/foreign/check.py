"""Checks a receipt, the folder of a log, or one day of it, without any code of Candor's.

Written from docs/proof-format.md and docs/proof-receipts.md and the specifications that they name, with the standard
library of Python 3 only. So it fails where those pages do not say what the logs contain.

    python3 check.py receipt RECEIPT.json TRUSTED.json
    python3 check.py log FOLDER VKEY
    python3 check.py day FOLDER VKEY DATE GENESIS

Of a day, only the bundles with its slots, the first one and the tiles that prove them are read: a copy of the log need
have no others. DATE is a UTC day, such as 2026-11-23; GENESIS is when slot 0 began, `genesisMs` of system/status.
"""

import base64
import datetime
import hashlib
import json
import os
import struct
import sys


class Refused(Exception):
    pass


def need(condition, sentence):
    if not condition:
        raise Refused(sentence)


# Ed25519 (RFC 8032, 5.1.7)

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    return ((f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P)


def times(n, point):
    total = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            total = add(total, point)
        point = add(point, point)
        n >>= 1
    return total


def point_of(octets):
    y = int.from_bytes(octets, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    need(y < P, "a point is not canonical")
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    need((x * x - x2) % P == 0 and not (x == 0 and sign), "a point is not on the curve")
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = point_of(bytes([0x58]) + bytes([0x66]) * 31)


def is_signed(key, message, signature):
    if len(signature) != 64:
        return False
    try:
        a, r = point_of(key), point_of(signature[:32])
    except Refused:
        return False
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(k, a))
    return s < L and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


# Trees (RFC 6962)


def sha(octets):
    return hashlib.sha256(octets).digest()


def leaf_hash(entry):
    return sha(b"\0" + entry)


def node_hash(left, right):
    return sha(b"\1" + left + right)


def split_of(count):
    return 1 << ((count - 1).bit_length() - 1)


def root_of(leaves):
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return leaves[0]
    at = split_of(len(leaves))
    return node_hash(root_of(leaves[:at]), root_of(leaves[at:]))


def root_by_path(index, count, leaf, path):
    """The path has the hash next to the leaf first."""
    if count == 1:
        need(path == [], "a path is too long")
        return leaf
    need(path != [] and 0 <= index < count, "a path is too short, or an index is outside of its tree")
    at = split_of(count)
    if index < at:
        return node_hash(root_by_path(index, at, leaf, path[:-1]), path[-1])
    return node_hash(path[-1], root_by_path(index - at, count - at, leaf, path[:-1]))


def root_of_several(count, leaves, proof):
    """`leaves` by their index. docs/proof-receipts.md, "The proof of several leaves"."""
    rest = list(proof)

    def root(start, end):
        if not any(start <= index < end for index in leaves):
            need(rest, "a proof is too short")
            return rest.pop(0)
        if end - start == 1:
            return leaves[start]
        middle = start + split_of(end - start)
        left = root(start, middle)
        return node_hash(left, root(middle, end))

    need(all(0 <= index < count for index in leaves), "a leaf is outside of its tree")
    found = root(0, count)
    need(not rest, "hashes of a proof are left over")
    return found


# Notes and checkpoints (c2sp.org)


def plain(text):
    octets = base64.b64decode(text, validate=True)
    need(base64.b64encode(octets).decode() == text, "base64 is not canonical")
    return octets


def hashes_of(text):
    octets = plain(text)
    need(len(octets) % 32 == 0, "hashes do not have 32 bytes")
    return [octets[at : at + 32] for at in range(0, len(octets), 32)]


def key_of(vkey):
    name, key_id, material = vkey.split("+", 2)
    octets = plain(material)
    need(sha(name.encode() + b"\n" + octets)[:4].hex() == key_id, "the ID of a key is not its own")
    return {"name": name, "id": bytes.fromhex(key_id), "type": octets[0], "key": octets[1:]}


def signers_of(note, keys):
    """The keys that signed the note. One that is known and did not sign it is an error."""
    text, lines = note.rsplit("\n\n", 1)
    text += "\n"
    need(lines.endswith("\n"), "a note does not end")
    found = []
    for line in lines[:-1].split("\n"):
        dash, name, octets = line.split(" ")
        need(dash == "—", "a line of a note is no signature")
        octets = plain(octets)
        for key in keys:
            if (key["name"], key["id"]) != (name, octets[:4]):
                continue
            message, signature = text.encode(), octets[4:]
            if key["type"] == 4:
                seconds = struct.unpack(">Q", signature[:8])[0]
                message, signature = f"cosignature/v1\ntime {seconds}\n{text}".encode(), signature[8:]
            need(is_signed(key["key"], message, signature), f"the signature of {name} is false")
            found.append(key)
    return text, found


def decimal(text):
    need(text.isascii() and text.isdigit() and str(int(text)) == text, "a number is not decimal")
    return int(text)


def checkpoint_of(note):
    origin, size, root, *others = note.split("\n\n")[0].split("\n")
    need(others == [], "a checkpoint has further lines")
    return {"origin": origin, "size": decimal(size), "root": plain(root)}


def has_quorum(policy, vkeys):
    named = {}
    for line in policy.split("\n"):
        items = line.split()
        if not items or items[0].startswith("#"):
            continue
        if items[0] == "witness":
            named[items[1]] = items[2] in vkeys
        elif items[0] == "group":
            members = [named[name] for name in items[3:]]
            least = {"any": 1, "all": len(members)}.get(items[2]) or int(items[2])
            named[items[1]] = sum(members) >= least
        elif items[0] == "quorum":
            return items[1] == "none" or named[items[1]]
    raise Refused("the policy has no quorum")


# Structures (docs/proof-format.md)

WIDTHS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "i64": 8, "i128": 16, "hash": 32}
FRAME = (1, "slot:u64 publishedMs:u64 instrumentCount:u16 recordsRoot:hash ticksDigest:hash")
MISSING = (2, "slot:u64")
RECORD = (
    3,
    "instrumentId:u16 price:i64 ageMs:u32 state:u8 sourceKind:u8 epoch:u32 priceSum:i128 openCount:u64 sources:u16",
)
BATCH = (16, "stripe:u16 seq:u64 atMs:u64 kind:text entryCount:u32 itemCount:u32 itemsRoot:hash batchHash:hash")
BATCH_OF_CELL = (27, "cell:u16 sequence:u64 " + BATCH[1])
PLACED = (
    32,
    "orderId:i64 instrumentId:u16 symbol:text termsId:i64 direction:u8 asset:u8 stake:i64 fee:i64 profit:i64 "
    "acceptedMs:u64 entrySlot:u64 exitSlot:u64 entryWindowSlots:u32 exitWindowSlots:u32 priceDecimals:u8 tieRule:u8",
)
SETTLED = (
    33,
    "orderId:i64 result:u8 voidReason:u8 entryPrice:i64 exitPrice:i64 scale:u8 settledSlot:u64 net:i64 settledMs:u64",
)
MOVED = (34, "kind:text ref:i64 version:u64 asset:u8 dPosted:i64 dHeld:i64 postedAfter:i64 heldAfter:i64 atMs:u64")


def decode(structure, octets):
    kind, fields = structure
    need(octets[:2] == bytes([1, kind]), f"a structure is not of type {kind}")
    at, found = 2, {}
    for field in fields.split():
        name, form = field.split(":")
        if form == "text":
            width, at = octets[at], at + 1
            found[name] = octets[at : at + width].decode()
        else:
            width = WIDTHS[form]
            value = octets[at : at + width]
            found[name] = value if form == "hash" else int.from_bytes(value, "big", signed=form[0] == "i")
            need(form != "u64" or found[name] < 2**53, "a number is too large")
        at += width
    need(at == len(octets), "a structure has another length")
    return found


def encode(structure, values):
    kind, fields = structure
    octets = bytes([1, kind])
    for field in fields.split():
        name, form = field.split(":")
        value = values[name]
        if form == "text":
            octets += bytes([len(value.encode())]) + value.encode()
        else:
            octets += value if form == "hash" else value.to_bytes(WIDTHS[form], "big", signed=form[0] == "i")
    return octets


def decode_batch(octets):
    return decode(BATCH_OF_CELL if octets[1:2] == bytes([27]) else BATCH, octets)


# Receipts (docs/proof-receipts.md)

MEMBERS = {
    "contract": "format kind acceptance placed settled events ticks frames check",
    "movement": "format kind moved events check",
}


def unique(pairs):
    need(len(dict(pairs)) == len(pairs), "a member is repeated")
    return dict(pairs)


def read_receipt(text):
    need(len(text.encode()) <= 32768, "the receipt is too long")
    receipt = json.loads(text, object_pairs_hook=unique)
    again = json.dumps(receipt, separators=(",", ":"), ensure_ascii=False)
    need(again == text, "the receipt is not in canonical form")
    need(receipt["format"] == "candor-receipt/1", "the format is another one")
    need(" ".join(receipt) == MEMBERS[receipt["kind"]], "the members are others")
    for name, members in (
        ("placed", "salt item index path entryCount batchHash leaf"),
        ("settled", "salt item index path batch leaf"),
        ("moved", "salt item index path batch leaf"),
    ):
        of_cell = " cell sequence" if name == "placed" and "cell" in receipt.get(name, ()) else ""
        need(name not in receipt or " ".join(receipt[name]) == members + of_cell, f"the members of {name} are others")
    body = text[: text.rindex(',"check":')]
    need(plain(receipt["check"]) == sha(body.encode())[:12], "the receipt is damaged")
    return receipt


def check_item(part, batch):
    leaf = leaf_hash(plain(part["salt"]) + plain(part["item"]))
    root = root_by_path(part["index"], batch["itemCount"], leaf, hashes_of(part["path"]))
    need(root == batch["itemsRoot"], "an item is not in its batch")


def check_proof(shard, leaves):
    head = checkpoint_of(shard["checkpoint"])
    root = root_of_several(head["size"], leaves, hashes_of(shard["proof"]))
    need(root == head["root"], "a proof does not lead to the root of its checkpoint")


def accepted_batch(receipt, keys):
    text, signers = signers_of(receipt["acceptance"], keys)
    need(signers, "no trusted key signed the acceptance")
    lines = text.split("\n")
    need(len(lines) == 7 and lines[6] == "", "the acceptance does not have six lines")
    stripe, seq = lines[1].split(" ")
    promised = decimal(lines[5])
    batch = {
        "stripe": decimal(stripe),
        "seq": decimal(seq),
        "atMs": decimal(lines[2]),
        "kind": "contract-placed",
        "entryCount": receipt["placed"]["entryCount"],
        "itemCount": decimal(lines[3]),
        "itemsRoot": plain(lines[4]),
        "batchHash": plain(receipt["placed"]["batchHash"]),
    }
    batch |= {name: receipt["placed"][name] for name in ("cell", "sequence") if name in receipt["placed"]}
    need(lines[0] == signers[0]["name"] and promised >= batch["atMs"], "the acceptance contradicts itself")
    return batch


def check_cell(receipt, batch, settling):
    """Both batches are of one cell, whose entries are without a gap."""
    if "cell" not in batch:
        return
    need(settling.get("cell") == batch["cell"], "the settlement is of another cell")
    distance, leaf = settling["sequence"] - batch["sequence"], receipt["settled"]["leaf"]
    one_shard = len(receipt["events"]) == 1
    whole = distance == leaf - receipt["placed"]["leaf"] if one_shard else distance > leaf
    need(whole, "the entries of the cell have a gap")


def deciding_frames(frames, order):
    """The frames at the borders, and all slots that are proven."""
    slots = [frame["slot"] for frame in frames]
    need(slots == sorted(set(slots)), "frames do not ascend")
    entry, exit_slot, m, n = (order[name] for name in ("entrySlot", "exitSlot", "entryWindowSlots", "exitWindowSlots"))
    by_slot = dict(zip(slots, frames))
    proven, deciding = set(), []
    if m > 1:
        for border in (entry - 1, entry + m - 1, exit_slot - n, exit_slot):
            before = [slot for slot in slots if slot <= border]
            need(before, "a border has no frame")
            deciding.append(by_slot[before[-1]])
            proven |= set(range(before[-1], border + 1))
    else:
        proven.add(entry)
        deciding.append(by_slot.get(entry))
        is_open = deciding[0] is not None and deciding[0]["record"]["state"] == 1
        opened = [slot for slot in slots if slot >= exit_slot and by_slot[slot]["record"]["state"] == 1]
        last = min(opened[:1] + [exit_slot + 20])
        if is_open:
            proven |= set(range(exit_slot, last + 1))
            deciding.append(by_slot[last] if opened[:1] == [last] else None)
    need(set(slots) <= proven and len(proven) <= 262144, "a frame lies in no proven slot")
    return deciding, proven


def mean(before, last, window):
    """Rounded half to even, to one decimal more; None where the window was open for less than half of it."""
    total = last["record"]["priceSum"] - before["record"]["priceSum"]
    count = last["record"]["openCount"] - before["record"]["openCount"]
    if 2 * count < window:
        return None
    whole, rest = divmod(total * 10, count)
    return whole + (1 if 2 * rest > count or (2 * rest == count and whole % 2 == 1) else 0)


def decide(deciding, order):
    """Reason, entry price, exit price, scale and slot of the settlement."""
    if order["entryWindowSlots"] > 1:
        first, entry_end, exit_before, last = deciding
        entry = mean(first, entry_end, order["entryWindowSlots"])
        exit_price = mean(exit_before, last, order["exitWindowSlots"])
        epochs, scale, slot = (first["record"]["epoch"], last["record"]["epoch"]), 1, order["exitSlot"]
    else:
        frame = deciding[0]
        entry = frame["record"]["price"] if frame is not None and frame["record"]["state"] == 1 else None
        last = deciding[1] if entry is not None else None
        exit_price = None if last is None else last["record"]["price"]
        epochs = (0, 0) if last is None else (frame["record"]["epoch"], last["record"]["epoch"])
        scale, slot = 0, 0 if last is None else last["slot"]
    if entry is None:
        return 1, 0, 0, scale, 0
    if exit_price is None:
        return 2, entry, 0, scale, 0
    return (3 if epochs[0] != epochs[1] else 0), entry, exit_price, scale, slot


def check_contract(receipt, trusted):
    batch = accepted_batch(receipt, [key_of(vkey) for vkey in trusted["acceptance"]])
    check_item(receipt["placed"], batch)
    order = decode(PLACED, plain(receipt["placed"]["item"]))
    need(order["acceptedMs"] == batch["atMs"], "the order is of another time than its batch")
    done = receipt["settled"]
    settled, settling = decode(SETTLED, plain(done["item"])), decode_batch(plain(done["batch"]))
    form = BATCH_OF_CELL if "cell" in batch else BATCH
    leaves = [{receipt["placed"]["leaf"]: leaf_hash(encode(form, batch))}, {done["leaf"]: leaf_hash(plain(done["batch"]))}]
    events = receipt["events"]
    for shard, found in zip(events, leaves if len(events) == 2 else [leaves[0] | leaves[1]]):
        check_proof(shard, found)
    frames = [decode(FRAME, plain(entry)) | {"entry": plain(entry)} for entry, _, _ in receipt["frames"]]
    for frame, (_, record, path) in zip(frames, receipt["frames"]):
        frame["record"] = decode(RECORD, plain(record))
        index, leaf = frame["record"]["instrumentId"] - 1, leaf_hash(plain(record))
        need(index + 1 == order["instrumentId"], "a record is of another instrument")
        root = root_by_path(index, frame["instrumentCount"], leaf, hashes_of(path))
        need(root == frame["recordsRoot"], "a record is not in its frame")
    deciding, proven = deciding_frames(frames, order)
    entries = {slot: encode(MISSING, {"slot": slot}) for slot in proven} | {each["slot"]: each["entry"] for each in frames}
    firsts = [shard["firstSlot"] for shard in receipt["ticks"]] + [2**53]
    for shard, first, after in zip(receipt["ticks"], firsts, firsts[1:]):
        check_proof(shard, {slot - first: leaf_hash(entries[slot]) for slot in proven if first <= slot < after})
    need(min(proven) >= firsts[0], "a slot is before the shards")
    reason, entry, exit_price, scale, slot = decide(deciding, order)
    found = tuple(settled[name] for name in ("voidReason", "entryPrice", "exitPrice", "settledSlot"))
    need(found == (reason, entry, exit_price, slot), f"the prices are {(reason, entry, exit_price, slot)}, not {found}")
    need(settled["scale"] == scale, "the scale is another one")
    rises = (exit_price > entry) == (order["direction"] == 1)
    result = 4 if reason else 3 if entry == exit_price else 1 if rises else 2
    need(settled["result"] == result, "the result is another one")
    net = {1: order["profit"] - order["fee"], 2: -order["stake"] - order["fee"]}.get(result, 0)
    need(settled["net"] == net, f"the amount is {net}")
    check_item(done, settling)
    need(settling["kind"] == "contract-settled" and settling["stripe"] == batch["stripe"], "it is another batch")
    need(settling["seq"] > batch["seq"] and settling["atMs"] == settled["settledMs"], "the batch is of another time")
    need(settled["orderId"] == order["orderId"], "another order is settled")
    check_cell(receipt, batch, settling)
    need(batch.get("cell", trusted.get("cell")) == trusted.get("cell", batch.get("cell")), "the batch is of another cell")
    return [("events", shard) for shard in events] + [("ticks", shard) for shard in receipt["ticks"]]


def check_movement(receipt, trusted):
    moved = receipt["moved"]
    batch, item = decode_batch(plain(moved["batch"])), decode(MOVED, plain(moved["item"]))
    check_item(moved, batch)
    need(item["atMs"] == batch["atMs"], "the entry is of another time than its batch")
    need(batch.get("cell", trusted.get("cell")) == trusted.get("cell", batch.get("cell")), "the batch is of another cell")
    need(batch["kind"] not in ("contract-placed", "contract-settled"), "it is a batch of orders")
    check_proof(receipt["events"][0], {moved["leaf"]: leaf_hash(plain(moved["batch"]))})
    return [("events", receipt["events"][0])]


def check_receipt(text, trusted):
    receipt = read_receipt(text)
    shards = {"contract": check_contract, "movement": check_movement}[receipt["kind"]](receipt, trusted)
    policy = trusted.get("policy", "quorum none\n")
    lines = [line.split() for line in policy.split("\n")]
    witnesses = {line[2]: key_of(line[2]) for line in lines if line[:1] == ["witness"]}
    hosts, origins = set(), set()
    for log, shard in shards:
        origin = checkpoint_of(shard["checkpoint"])["origin"]
        host, name, _ = origin.rsplit("/", 2)
        need(name == log and origin not in origins, "an origin is of another log, or repeated")
        hosts.add(host)
        origins.add(origin)
        keys = [key_of(vkey) for vkey in trusted[log] if vkey.startswith(f"{origin}+")]
        _, signers = signers_of(shard["checkpoint"], keys)
        need(signers, "no trusted key signed a checkpoint")
        _, cosigners = signers_of(shard["checkpoint"], list(witnesses.values()))
        need(has_quorum(policy, {vkey for vkey, key in witnesses.items() if key in cosigners}), "witnesses are missing")
    need(len(hosts) == 1, "the logs are of several hosts")
    return receipt["kind"]


# The folder of a log (c2sp.org/tlog-tiles)


def path_of(index, width):
    digits = f"{index:03d}"
    digits = digits.zfill((len(digits) + 2) // 3 * 3)
    parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    name = "/".join([f"x{part}" for part in parts[:-1]] + parts[-1:])
    return name if width == 256 else f"{name}.p/{width}"


def reader_of(folder):
    def read(name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    return read


def signed_head(read, vkey):
    note = read("checkpoint").decode()
    need(signers_of(note, [key_of(vkey)])[1], "the key did not sign the checkpoint")
    head = checkpoint_of(note)
    need(head["origin"] == vkey.split("+")[0], "the checkpoint is of another log")
    return head


def bundle_of(read, index, size):
    """The entries of a bundle, whose hashes are the tile beside it."""
    width = min(256, size - 256 * index)
    bundle, entries = read("tile/entries/" + path_of(index, width)), []
    while bundle:
        length = int.from_bytes(bundle[:2], "big")
        entries.append(bundle[2 : 2 + length])
        need(len(entries[-1]) == length, "a bundle is cut off")
        bundle = bundle[2 + length :]
    need(len(entries) == width, "a bundle has another number of entries")
    tile = b"".join(leaf_hash(entry) for entry in entries)
    need(read("tile/0/" + path_of(index, width)) == tile, "a tile differs from its entries")
    return entries


def slot_of(entry):
    return decode(FRAME if entry[1] == 1 else MISSING, entry)["slot"]


def check_log(folder, vkey):
    read = reader_of(folder)
    head = signed_head(read, vkey)
    leaves = []
    for index in range((head["size"] + 255) // 256):
        entries = bundle_of(read, index, head["size"])
        leaves += [leaf_hash(entry) for entry in entries]
        if "/ticks/" in head["origin"]:
            slots = [slot_of(entry) for entry in entries]
            first = slots[0] if index == 0 else first
            need(slots == list(range(first + 256 * index, first + 256 * index + len(slots))), "slots are not in order")
    need(root_of(leaves) == head["root"], "the entries do not lead to the root")
    return f"{head['size']} leaves"


# One day of a log


def root_with(read, size, entries):
    """The root over all leaves: those of known bundles from their entries, all others from the tiles above them."""
    tiles = {}

    def node(level, index):
        """The hash of a complete subtree of 2**level leaves."""
        height, within = level // 8, level % 8
        at, count = index >> (8 - within), 1 << within
        if (height, at) not in tiles:
            width = min(256, (size >> (8 * height)) - 256 * at)
            tiles[height, at] = read(f"tile/{height}/" + path_of(at, width))
            need(len(tiles[height, at]) == 32 * width, "a tile has another length")
        start = (index * count) % 256
        tile = tiles[height, at][32 * start : 32 * (start + count)]
        return root_of([tile[place : place + 32] for place in range(0, len(tile), 32)])

    def root(start, end):
        count = end - start
        known = any(start < 256 * (index + 1) and end > 256 * index for index in entries)
        if known and start // 256 == (end - 1) // 256:
            own = entries[start // 256][start % 256 : start % 256 + count]
            return root_of([leaf_hash(entry) for entry in own])
        if not known and count & (count - 1) == 0:
            return node(count.bit_length() - 1, start // count)
        middle = start + split_of(count)
        return node_hash(root(start, middle), root(middle, end))

    return root(0, size)


def check_day(folder, vkey, date, genesis):
    """The leaf of a slot has the index slot less first slot, and a slot belongs to the day on which it starts."""
    read = reader_of(folder)
    head = signed_head(read, vkey)
    need("/ticks/" in head["origin"], "only the log of ticks has a leaf for each slot")
    begin = datetime.datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=datetime.timezone.utc)
    begin_ms = int(begin.timestamp()) * 1000
    # The first bundle says where the log begins.
    bundles = {0: bundle_of(read, 0, head["size"])}
    first = slot_of(bundles[0][0])
    start, end = (-((genesis - ms) // 500) - first for ms in (begin_ms, begin_ms + 86400000))
    own_start, own_end = max(0, start), min(head["size"], end)
    need(own_start < own_end, "the log has no slot of this day")
    for index in range(own_start // 256, (own_end + 255) // 256):
        bundles[index] = bundle_of(read, index, head["size"])
    for index, entries in bundles.items():
        slots = [slot_of(entry) for entry in entries]
        need(slots == list(range(first + 256 * index, first + 256 * index + len(slots))), "slots are not in order")
    need(root_with(read, head["size"], bundles) == head["root"], "the entries do not lead to the root")
    own = [bundles[leaf // 256][leaf % 256] for leaf in range(own_start, own_end)]
    missing = sum(entry[1] == MISSING[0] for entry in own)
    part = " that the log has" if (own_start, own_end) != (start, end) else ""
    return f"{len(own)} slots of {date}{part}, {missing} of them missing"


def main(words):
    try:
        if words[:1] == ["receipt"] and len(words) == 3:
            with open(words[1], encoding="utf-8", newline="") as file, open(words[2], encoding="utf-8") as trusted:
                print("genuine:", check_receipt(file.read(), json.load(trusted)))
        elif words[:1] == ["log"] and len(words) == 3:
            print("whole:", check_log(words[1], words[2]))
        elif words[:1] == ["day"] and len(words) == 5:
            print("whole:", check_day(words[1], words[2], words[3], int(words[4])))
        else:
            print(__doc__)
            return 2
    except (Refused, ValueError, KeyError, IndexError, TypeError, OSError) as error:
        print(f"REFUSED: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

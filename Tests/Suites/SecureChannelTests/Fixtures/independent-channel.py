"""HTSC v1 once more, written from docs/secure-channel.md and the RFCs that it names, and from nothing else of Jeton.

    independent-channel.py host SUITE PASSWORD SLOT CARD...   pairs with the card that the program CARD is, and talks
    independent-channel.py card SUITE PASSWORD                is a card, of one slot, that answers what it is sent

    independent-channel.py known-answers                      prints the suite P-256's known answers

A card reads commands, and writes answers, in hexadecimal, one a line. What only libgcrypt is asked for: Streebog, GOST
R 34.11-94, PBKDF2 and AES-256-GCM. Nothing here is fast, and nothing runs in constant time.
"""

import ctypes
import hashlib
import hmac as standard
import os
import subprocess
import sys

# --- Algorithms ------------------------------------------------------------------------------------------------------

GCRYPT = ctypes.CDLL("libgcrypt.so.20")
GCRYPT.gcry_check_version(None)


def digest(algorithm, data):
    result = ctypes.create_string_buffer(GCRYPT.gcry_md_get_algo_dlen(algorithm))
    GCRYPT.gcry_md_hash_buffer(algorithm, result, data, ctypes.c_size_t(len(data)))
    return result.raw


def streebog(data):
    return digest(309, data)


def gost94(data):
    return digest(311, data)


def pbkdf2(password, salt, rounds, count):
    result = ctypes.create_string_buffer(count)
    size = ctypes.c_size_t
    status = GCRYPT.gcry_kdf_derive(
        password, size(len(password)), 34, 310, salt, size(len(salt)), ctypes.c_ulong(rounds), size(count), result
    )
    assert status == 0
    return result.raw


def hmac(key, data):
    key = (key if len(key) <= 64 else streebog(key)).ljust(64, b"\0")
    inner = streebog(bytes(octet ^ 0x36 for octet in key) + data)
    return streebog(bytes(octet ^ 0x5C for octet in key) + inner)


def key_tree(key, label, seed, count, counter=1):
    """RFC 7836, 4.4."""
    bits = count * 8
    length = bits.to_bytes((bits.bit_length() + 7) // 8, "big")
    parts = range(1, (count + 31) // 32 + 1)
    blocks = [hmac(key, part.to_bytes(counter, "big") + label + b"\0" + seed + length) for part in parts]
    return b"".join(blocks)[:count]


def hkdf(key, label, seed, count):
    """RFC 5869, without a salt."""
    extracted = standard.digest(bytes(32), key, "sha256")
    result = block = b""
    while len(result) < count:
        block = standard.digest(extracted, block + label + b"\0" + seed + bytes([len(result) // 32 + 1]), "sha256")
        result += block
    return result[:count]


def aes_gcm(key, nonce, authenticated, data, decrypt=False):
    """AES-256 in Galois/counter mode: the result, and the tag."""
    handle, size = ctypes.c_void_p(), ctypes.c_size_t
    assert GCRYPT.gcry_cipher_open(ctypes.byref(handle), 9, 9, 0) == 0
    result, tag = ctypes.create_string_buffer(max(len(data), 1)), ctypes.create_string_buffer(16)
    assert GCRYPT.gcry_cipher_setkey(handle, key, size(32)) == 0
    assert GCRYPT.gcry_cipher_setiv(handle, nonce, size(12)) == 0
    assert GCRYPT.gcry_cipher_authenticate(handle, authenticated, size(len(authenticated))) == 0
    if data:
        run = GCRYPT.gcry_cipher_decrypt if decrypt else GCRYPT.gcry_cipher_encrypt
        assert run(handle, result, size(len(data)), data, size(len(data))) == 0
    assert GCRYPT.gcry_cipher_gettag(handle, tag, size(16)) == 0
    GCRYPT.gcry_cipher_close(handle)
    return result.raw[: len(data)], tag.raw


def aes_gcm_open(key, nonce, authenticated, cryptogram, tag):
    data, expected = aes_gcm(key, nonce, authenticated, cryptogram, decrypt=True)
    assert tag == expected, "not authentic"
    return data


class Curve:
    def __init__(self, cofactor, a, b, q, x, y, p=2**256 - 617):
        self.p = p
        self.cofactor, self.a, self.b, self.q = cofactor, a, b, q
        self.base = (x, y)

    def add(self, left, right):
        if left is None or right is None:
            return left or right
        (x1, y1), (x2, y2) = left, right
        if x1 == x2 and (y1 + y2) % self.p == 0:
            return None
        if left == right:
            slope = (3 * x1 * x1 + self.a) * pow(2 * y1, -1, self.p) % self.p
        else:
            slope = (y2 - y1) * pow(x2 - x1, -1, self.p) % self.p
        x = (slope * slope - x1 - x2) % self.p
        return x, (slope * (x1 - x) - y1) % self.p

    def times(self, scalar, point):
        result = None
        while scalar:
            if scalar & 1:
                result = self.add(result, point)
            point = self.add(point, point)
            scalar >>= 1
        return result

    def negative(self, point):
        return point[0], -point[1] % self.p

    def point(self, octets):
        x, y = (int.from_bytes(part, "little") for part in (octets[:32], octets[32:]))
        assert x < self.p and y < self.p and (y * y - x**3 - self.a * x - self.b) % self.p == 0
        assert self.times(self.q, (x, y)) is None
        return x, y

    @staticmethod
    def octets(point):
        return point[0].to_bytes(32, "little") + point[1].to_bytes(32, "little")

    def new_key(self):
        return int.from_bytes(os.urandom(40), "little") % (self.q - 1) + 1

    def public(self, key):
        return self.octets(self.times(key, self.base))


class StandardCurve(Curve):
    """Points as SEC 1 writes them: 04, x, y, the most significant octet first."""

    def point(self, octets):
        x, y = (int.from_bytes(part, "big") for part in (octets[1:33], octets[33:]))
        assert len(octets) == 65 and octets[0] == 4 and x < self.p and y < self.p
        assert (y * y - x**3 - self.a * x - self.b) % self.p == 0
        return x, y

    @staticmethod
    def octets(point):
        return b"\4" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")

    def decompressed(self, text):
        sign, x = int(text[:2], 16) & 1, int(text[2:], 16)
        y = pow(x**3 + self.a * x + self.b, (self.p + 1) // 4, self.p)
        return x, y if y & 1 == sign else self.p - y


# P-256 (NIST SP 800-186, 3.2.1.3), and M and N of RFC 9383, 4.
P256_CURVE = StandardCurve(
    1,
    -3,
    0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    2**256 - 2**224 + 2**192 + 2**96 - 1,
)
PROVER_MASK = P256_CURVE.decompressed("02886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f")
VERIFIER_MASK = P256_CURVE.decompressed("03d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49")

# id-GostR3410-2001-CryptoPro-A (RFC 4357, 11.4) and id-tc26-gost-3410-2012-256-paramSetA (RFC 7836, A.2); Q_1 of
# RFC 8133, A.1.
LEGACY_CURVE = Curve(
    1,
    2**256 - 620,
    0xA6,
    0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF6C611070995AD10045841B09B761B893,
    1,
    0x8D91E471E0989CDA27DF505A453F2B7635294F2DDF23E3B122ACC99C9E9F1E14,
)
MODERN_CURVE = Curve(
    4,
    0xC2173F1513981673AF4892C23035A27CE25E2013BF95AA33B22C656F277E7335,
    0x295F9BAE7428ED9CCC20E7C359A9D41A22FCCD9108E17BF7BA9337A6F8AE9513,
    0x400000000000000000000000000000000FD8CDDFC87B6635C115AF556C360C67,
    0x91E38443A5E82C0D880923425712B2BB658B9196932E02C78B2582FE742DAA28,
    0x32879423AB1A0375895786C4BB46E9565FDE0B5344766740AF268ADB32322E5C,
)
MASK = (
    0xB51ADF93A40AB15792164FAD3352F95B66369EB2A4EF5EFAE32829320363350E,
    0x74A358CC08593612F5955D249C96AFB7E8B0BB6D8BD2BBE491046650D822BE18,
)

SBOX = [
    [int(digit, 16) for digit in row]
    for row in (
        "96328B17A4EFC0D5", "37E98AF0526CB4D1", "E462B3D8CF5A0719", "E7ACD13902B4F856",
        "B5198DF0E423C7A6", "3ADC120B75948FE6", "1D297A608C45F3BE", "BAF50CE8623917D4",
    )
]  # fmt: skip
MESH = bytes.fromhex("6900722264C904238D3ADB9646E92AC418FEAC9400ED0712C086DCC2EF4CA92B")


def gost_rounds(key, block, order):
    keys = [int.from_bytes(key[place : place + 4], "little") for place in range(0, 32, 4)]
    low, high = int.from_bytes(block[:4], "little"), int.from_bytes(block[4:], "little")
    for number in order:
        mixed = (low + keys[number]) & 0xFFFFFFFF
        mixed = sum(SBOX[place][mixed >> 4 * place & 15] << 4 * place for place in range(8))
        low, high = high ^ ((mixed << 11 | mixed >> 21) & 0xFFFFFFFF), low
    return low, high


def gost_block(key, block, decrypt=False):
    up, down = list(range(8)), list(range(7, -1, -1))
    low, high = gost_rounds(key, block, up + 3 * down if decrypt else 3 * up + down)
    return high.to_bytes(4, "little") + low.to_bytes(4, "little")


def mesh(key):
    """RFC 4357, 2.3.2: the next key, every 1,024 octets."""
    return b"".join(gost_block(key, MESH[place : place + 8], decrypt=True) for place in range(0, 32, 8))


def gost_counter(key, initial, data):
    state, result = gost_block(key, initial), b""
    for place in range(0, len(data), 8):
        if place and place % 1024 == 0:
            key = mesh(key)
            state = gost_block(key, state)
        low = (int.from_bytes(state[:4], "little") + 0x01010101) % 2**32
        high = int.from_bytes(state[4:], "little") + 0x01010104
        high = high - 2**32 + 1 if high >= 2**32 else high
        state = low.to_bytes(4, "little") + high.to_bytes(4, "little")
        result += bytes(left ^ right for left, right in zip(data[place : place + 8], gost_block(key, state)))
    return result


def gost_imit(key, data):
    state = bytes(8)
    for place in range(0, len(data), 8):
        if place and place % 1024 == 0:
            key = mesh(key)
        mixed = bytes(left ^ right for left, right in zip(data[place : place + 8].ljust(8, b"\0"), state))
        low, high = gost_rounds(key, mixed, 2 * list(range(8)))
        state = low.to_bytes(4, "little") + high.to_bytes(4, "little")
    return state[:4]


# RFC 7801, 4.1.1.
PI = bytes.fromhex(
    "fceedd11cf6e3116fbc4fada23c5044de977f0db932e99ba1736f1bb14cd5fc1f918655ae25cef21811c3c428b018e4f"
    "058402aee36a8fa0060bed987fd4d31feb342c51eac848abf22a68a2fd3aceccb5700e56080c7612bf7213479cb75d87"
    "15a19629107b9ac7f391786f9d9eb2b13275193dff358a7e6d54c680c3bd0d57dff524a93ea843c9d779d6f67c22b903"
    "e00fecde7a94b0bcdce828504e330a4aa79760731e0062441ab83882649f2641ad454692275e552f8ca3a57d69d5953b"
    "0758b34086ac1df730376be488d9e789e11b83494c3ff8fe8d53aa90cad88561207167a42d2b095bcb9b25d0bee56c52"
    "59a674d2e6f4b4c0d166afc2394b63b6"
)
LINEAR = (148, 32, 133, 16, 194, 192, 1, 251, 1, 192, 194, 16, 133, 32, 148, 1)


def small_product(left, right):
    result = 0
    while right:
        if right & 1:
            result ^= left
        left = left << 1 ^ (0x1C3 if left & 0x80 else 0)
        right >>= 1
    return result


PRODUCTS = {factor: [small_product(factor, octet) for octet in range(256)] for factor in set(LINEAR)}


def linear(block):
    block = list(block)
    for _ in range(16):
        first = 0
        for factor, octet in zip(LINEAR, block):
            first ^= PRODUCTS[factor][octet]
        block = [first] + block[:-1]
    return bytes(block)


def xor(left, right):
    return bytes(one ^ other for one, other in zip(left, right))


def substituted(block):
    return bytes(PI[octet] for octet in block)


ROUND_CONSTANTS = [linear(number.to_bytes(16, "big")) for number in range(1, 33)]


class Kuznyechik:
    """RFC 7801, and MGM of RFC 9058 with it."""

    def __init__(self, key):
        left, right = key[:16], key[16:]
        self.keys = [left, right]
        for number, constant in enumerate(ROUND_CONSTANTS):
            left, right = xor(linear(substituted(xor(left, constant))), right), left
            if number % 8 == 7:
                self.keys += [left, right]

    def block(self, block):
        for key in self.keys[:9]:
            block = linear(substituted(xor(block, key)))
        return xor(block, self.keys[9])

    @staticmethod
    def product(left, right):
        left, right, result = int.from_bytes(left, "big"), int.from_bytes(right, "big"), 0
        for bit in range(128):
            if right >> bit & 1:
                result ^= left << bit
        for bit in range(254, 127, -1):
            if result >> bit & 1:
                result ^= (1 << 128 | 0x87) << bit - 128
        return result.to_bytes(16, "big")

    @staticmethod
    def blocks(octets):
        return [octets[place : place + 16] for place in range(0, len(octets), 16)]

    def stream(self, nonce, data):
        counter = int.from_bytes(self.block(nonce), "big")
        result = b""
        for part in self.blocks(data):
            result += xor(part, self.block(counter.to_bytes(16, "big")))
            counter = counter >> 64 << 64 | (counter + 1) % 2**64
        return result

    def tag(self, nonce, authenticated, cryptogram, count):
        counter = int.from_bytes(self.block(bytes([nonce[0] | 0x80]) + nonce[1:]), "big")
        total = bytes(16)
        lengths = (len(authenticated) * 8).to_bytes(8, "big") + (len(cryptogram) * 8).to_bytes(8, "big")
        for part in self.blocks(authenticated) + self.blocks(cryptogram) + [lengths]:
            factor = self.block(counter.to_bytes(16, "big"))
            total = xor(total, self.product(factor, part.ljust(16, b"\0")))
            counter = (counter + (1 << 64)) % 2**128
        return self.block(total)[:count]

    def seal(self, nonce, authenticated, data, count):
        cryptogram = self.stream(nonce, data)
        return cryptogram, self.tag(nonce, authenticated, cryptogram, count)

    def open(self, nonce, authenticated, cryptogram, tag):
        assert self.tag(nonce, authenticated, cryptogram, len(tag)) == tag, "not authentic"
        return self.stream(nonce, cryptogram)


# --- Suites ----------------------------------------------------------------------------------------------------------


class GOST:
    key_length = 64
    hash, hmac, keys = staticmethod(streebog), staticmethod(hmac), staticmethod(key_tree)

    @staticmethod
    def leaf(root, number):
        leaf = number // 64
        key = key_tree(root, b"level1", bytes([0, leaf >> 32 & 0xFF]), 32)
        key = key_tree(key, b"level2", (leaf >> 16 & 0xFFFF).to_bytes(2, "big"), 32)
        return key_tree(key, b"level3", (leaf & 0xFFFF).to_bytes(2, "big"), 32)


class Legacy(GOST):
    number, curve, block, tag, keying = 1, LEGACY_CURVE, 8, 4, 8

    @classmethod
    def agree(cls, key, point, material):
        return gost94(cls.curve.octets(cls.curve.times(material * key % cls.curve.q, point)))

    @staticmethod
    def seal(key, salt, number, clear, data):
        cryptogram, own = gost_record(key, number)
        cryptogram = gost_counter(cryptogram, number.to_bytes(8, "big"), data)
        return cryptogram, legacy_check(own, number, clear, cryptogram)

    @staticmethod
    def open(key, salt, number, clear, cryptogram, tag):
        encrypting, own = gost_record(key, number)
        assert legacy_check(own, number, clear, cryptogram) == tag, "not authentic"
        return gost_counter(encrypting, number.to_bytes(8, "big"), cryptogram)


def gost_record(key, number):
    keys = key_tree(key, b"HTSC1 rec", number.to_bytes(8, "big"), 64)
    return keys[:32], keys[32:]


def legacy_check(key, number, clear, cryptogram):
    clear += bytes(-len(clear) % 8)
    return gost_imit(key, number.to_bytes(8, "big") + clear + padded(cryptogram, 8))


class Modern(GOST):
    number, curve, block, tag, keying = 2, MODERN_CURVE, 16, 12, 16

    @classmethod
    def agree(cls, key, point, material):
        return streebog(cls.curve.octets(cls.curve.times(cls.curve.cofactor * material * key % cls.curve.q, point)))

    @staticmethod
    def nonce(salt, number):
        return b"\0" + (number % 64).to_bytes(3, "big") + salt

    @classmethod
    def seal(cls, key, salt, number, clear, data):
        authenticated = number.to_bytes(8, "big") + clear
        return Kuznyechik(key).seal(cls.nonce(salt, number), authenticated, data, cls.tag)

    @classmethod
    def open(cls, key, salt, number, clear, cryptogram, tag):
        authenticated = number.to_bytes(8, "big") + clear
        return Kuznyechik(key).open(cls.nonce(salt, number), authenticated, cryptogram, tag)


class P256:
    number, curve, block, tag, keying, key_length = 0x10, P256_CURVE, 16, 16, 0, 65
    keys = staticmethod(hkdf)

    @staticmethod
    def hash(data):
        return hashlib.sha256(data).digest()

    @staticmethod
    def hmac(key, data):
        return standard.digest(key, data, "sha256")

    @staticmethod
    def leaf(root, number):
        return root

    @classmethod
    def agree(cls, key, point, material):
        return cls.curve.times(key, point)[0].to_bytes(32, "big")

    @staticmethod
    def nonce(salt, number):
        return xor(salt, bytes(4) + number.to_bytes(8, "big"))

    @classmethod
    def seal(cls, key, salt, number, clear, data):
        return aes_gcm(key, cls.nonce(salt, number), number.to_bytes(8, "big") + clear, data)

    @classmethod
    def open(cls, key, salt, number, clear, cryptogram, tag):
        return aes_gcm_open(key, cls.nonce(salt, number), number.to_bytes(8, "big") + clear, cryptogram, tag)


SUITES = {"legacy": Legacy, "modern": Modern, "p256": P256}


def padded(data, block):
    data += b"\x80"
    return data + bytes(-len(data) % block)


def unpadded(data):
    data = data.rstrip(b"\0")
    assert data[-1] == 0x80
    return data[:-1]


class Direction:
    def __init__(self, suite, root, salt):
        self.suite, self.root, self.salt, self.number = suite, root, salt, 0

    def key(self):
        return self.suite.leaf(self.root, self.number)

    def seal(self, clear, data):
        data = padded(data, self.suite.block) if data else b""
        sealed = self.suite.seal(self.key(), self.salt, self.number, clear, data)
        self.number += 1
        return sealed

    def open(self, clear, cryptogram, tag):
        data = self.suite.open(self.key(), self.salt, self.number, clear, cryptogram, tag)
        self.number += 1
        return unpadded(data) if data else b""

    def rekey(self, seed):
        keys = self.suite.keys(self.root, b"HTSC1 rekey", seed, 44)
        self.root, self.salt = keys[:32], keys[32:]


# --- Messages --------------------------------------------------------------------------------------------------------


def tlv(tag, value):
    size = len(value)
    count = (size > 0x7F) + (size > 0xFF)
    length = (bytes([0x80 + count]) if count else b"") + size.to_bytes(max(count, 1), "big")
    return bytes([tag]) + length + value


def objects(data):
    """The data objects of a message, as (tag, whole, value)."""
    result = []
    while data:
        size, place = data[1], 2
        if size > 0x80:
            place += size - 0x80
            size = int.from_bytes(data[2:place], "big")
        result.append((data[0], data[: place + size], data[place : place + size]))
        data = data[place + size :]
    return result


def message(instruction, cryptogram, clear, tag):
    data = b""
    if cryptogram:
        data = tlv(0x85, cryptogram) if instruction & 1 else tlv(0x87, b"\x01" + cryptogram)
    return data + clear + tlv(0x8E, tag)


def parts(instruction, data):
    found = {tag: (whole, value) for tag, whole, value in objects(data)}
    cryptogram = found.get(0x85 if instruction & 1 else 0x87, (b"", b""))[1]
    clear = found.get(0x97, found.get(0x99, (b"", b"")))[0]
    return cryptogram if instruction & 1 else cryptogram[1:], clear, found[0x8E][1]


def session_keys(suite, agreed, transcript):
    master = suite.hmac(transcript, agreed)
    keys = suite.keys(master, b"HTSC1 session", transcript, 160)
    to_card = Direction(suite, keys[64:96], keys[128:140])
    to_host = Direction(suite, keys[96:128], keys[140:152])
    card_proof = suite.hmac(keys[32:64], b"\x02" + transcript)
    host_proof = suite.hmac(keys[:32], b"\x01" + transcript + card_proof)
    return to_card, to_host, card_proof, host_proof


def keying_material(suite, octets):
    return int.from_bytes(octets[: suite.keying], "little") or 1


def label(text):
    return text.encode().ljust(32, b"\0")


def stretched(suite, password, salt):
    """What a program makes of a password: a point in the modern suite, a key in the legacy one, two numbers in P-256."""
    symbols = "".join(symbol for symbol in password if symbol != "-")[:-1].encode()
    if suite is Legacy:
        return pbkdf2(symbols, salt, 20000, 32)
    if suite is P256:
        text = b"".join(len(part).to_bytes(8, "little") + part for part in (symbols, b"", b""))
        octets = hashlib.scrypt(text, salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=80)
        return tuple(int.from_bytes(part, "big") % P256_CURVE.q for part in (octets[:40], octets[40:]))
    factor = int.from_bytes(pbkdf2(symbols, salt, 2000, 32), "little")
    return Modern.curve.times(factor, MASK)


class Pake:
    """SESPAKE of RFC 8133 once K is there, and what both ends derive from it."""

    algorithm = b"HTSC1-2012-256A"

    def __init__(self, host, card, salt, shares, agreed):
        self.host, self.card, self.salt, self.shares, self.agreed = host, card, salt, shares, agreed
        self.transcript = streebog(host + b"\x01" + salt + shares + self.algorithm)
        keys = key_tree(agreed, b"HTSC1 pair", self.transcript, 64, counter=2)
        self.keys = keys[:32], keys[32:]

    @staticmethod
    def agree(ephemeral, point):
        curve = Modern.curve
        return streebog(curve.octets(curve.times(curve.cofactor * ephemeral % curve.q, point)))

    def proof(self, end, data):
        identifier = self.card if end else self.host
        text = bytes([end + 1]) + identifier + b"\x01" + self.salt + self.shares + self.algorithm + data
        return hmac(self.agreed, text)

    def seal(self, end, data):
        return b"".join(Kuznyechik(self.keys[end]).seal(bytes(16), self.transcript, data, 16))

    def open(self, end, data):
        return Kuznyechik(self.keys[end]).open(bytes(16), self.transcript, data[:-16], data[-16:])

    def confirmations(self, key, peer, negotiation):
        shared = Modern.agree(key, Modern.curve.point(peer), keying_material(Modern, self.transcript))
        proof_key = hmac(self.transcript, self.agreed + shared + streebog(negotiation))
        return hmac(proof_key, b"\x03"), hmac(proof_key, b"\x04")


class AugmentedPake:
    """SPAKE2+ of RFC 9383, both sides, and what both ends of a pairing derive from it."""

    def __init__(self, host, card, negotiation):
        self.host, self.card, self.negotiation = host, card, negotiation

    def confirm(self, shares, z, v, w0):
        """Both confirmations, that of the card first; keeps K_shared."""
        octets = P256_CURVE.octets
        parts = [b"HTSC1-P256" + self.negotiation, self.host, self.card, octets(PROVER_MASK), octets(VERIFIER_MASK)]
        parts += [*shares, octets(z), octets(v), w0.to_bytes(32, "big")]
        main = P256.hash(b"".join(len(part).to_bytes(8, "little") + part for part in parts))
        extracted = standard.digest(bytes(32), main, "sha256")
        first = standard.digest(extracted, b"ConfirmationKeys\1", "sha256")
        second = standard.digest(extracted, first + b"ConfirmationKeys\2", "sha256")
        self.shared = standard.digest(extracted, b"SharedKey\1", "sha256")
        return P256.hmac(second, shares[0]), P256.hmac(first, shares[1])

    def masked(self, scalar, mask, w0):
        curve = P256_CURVE
        return curve.octets(curve.add(curve.times(scalar, curve.base), curve.times(w0, mask)))

    @staticmethod
    def unmasked(share, mask, w0):
        curve = P256_CURVE
        return curve.add(curve.point(share), curve.negative(curve.times(w0, mask)))

    def finish(self, messages):
        self.transcript = P256.hash(messages)
        keys = hkdf(self.shared, b"HTSC1 pair", self.transcript, 64)
        self.keys = keys[:32], keys[32:]

    def seal(self, end, data):
        return b"".join(aes_gcm(self.keys[end], bytes(12), self.transcript, data))

    def open(self, end, data):
        return aes_gcm_open(self.keys[end], bytes(12), self.transcript, data[:-16], data[-16:])

    def confirmations(self, key, peer):
        shared = P256.agree(key, P256_CURVE.point(peer), None)
        proof_key = P256.hmac(self.transcript, self.shared + shared)
        return P256.hmac(proof_key, b"\x03"), P256.hmac(proof_key, b"\x04")


class Common:
    """A pairing in the legacy suite."""

    def __init__(self, common, host_challenge, card_challenge, host, card):
        self.common, self.seed = common, host_challenge + card_challenge + host + card
        self.keys = key_tree(common, b"HTSC1 lpair", self.seed, 128, counter=2)

    def cipher(self, end, data):
        return gost_counter(self.keys[64 * end : 64 * end + 32], bytes(8), data)

    def proof(self, end, data):
        return hmac(self.keys[64 * end + 32 : 64 * end + 64], self.seed + data)

    def confirmations(self, key, peer, transcript):
        transcript = streebog(transcript)
        shared = Legacy.agree(key, Legacy.curve.point(peer), keying_material(Legacy, transcript))
        proof_key = hmac(transcript, self.common + shared)
        return hmac(proof_key, b"\x03"), hmac(proof_key, b"\x04")


# --- The host --------------------------------------------------------------------------------------------------------


class Host:
    def __init__(self, suite, card):
        self.suite = suite
        self.process = subprocess.Popen(card, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.key = suite.curve.new_key()
        self.public = suite.curve.public(self.key)
        self.identifier = os.urandom(16)
        self.commands = self.answers = None

    def transmit(self, head, data):
        """Extended length, both ways."""
        command = head + (b"\0" + len(data).to_bytes(2, "big") + data if data else b"\0") + b"\0\0"
        self.process.stdin.write(command.hex() + "\n")
        self.process.stdin.flush()
        answer = bytes.fromhex(self.process.stdout.readline())
        return answer[:-2], answer[-2:].hex()

    def function(self, function, step, data=b""):
        answer, status = self.transmit(bytes([0x80, 0x86, function, step]), data)
        assert status == "9000", status
        return answer

    def card_identifier(self):
        return self.function(0, 0)[2:18]

    def pair(self, password, slot, text):
        self.card = self.card_identifier()
        own = self.public + label(text)
        pair = {Modern: self.pair_modern, Legacy: self.pair_legacy, P256: self.pair_p256}[self.suite]
        pair(password, slot, own)

    def pair_modern(self, password, slot, own):
        request = b"\x01\x02" + bytes([slot]) + self.identifier
        offer = self.function(1, 1, request)
        assert offer[:19] == b"\x02" + self.card + bytes([slot]) + b"\x01"
        salt = offer[19:35]
        curve, point = Modern.curve, stretched(Modern, password, salt)
        ephemeral = curve.new_key()
        mine = curve.octets(curve.add(curve.times(ephemeral, curve.base), curve.negative(point)))
        other = self.function(1, 2, mine)
        agreed = Pake.agree(ephemeral, curve.add(curve.point(other), curve.negative(point)))
        pake = Pake(self.identifier, self.card, salt, mine + other, agreed)
        data = pake.seal(0, own)
        answer = self.function(1, 3, data + pake.proof(0, data))
        assert answer[112:] == pake.proof(1, data + answer[:112])
        self.introduced(pake.open(1, answer[:112]))
        ours, others = pake.confirmations(self.key, self.card_key, request + offer)
        assert self.function(1, 4, ours) == others

    def pair_legacy(self, password, slot, own):
        challenge = os.urandom(16)
        request = b"\x01\x01" + bytes([slot]) + self.identifier + challenge
        offer = self.function(1, 1, request)
        assert offer[:18] == b"\x01" + self.card + bytes([slot])
        salt, other = offer[18:34], offer[34:50]
        common = Common(stretched(Legacy, password, salt), challenge, other, self.identifier, self.card)
        data = common.cipher(0, own)
        sent = data + common.proof(0, data)
        answer = self.function(1, 2, sent)
        assert answer[96:] == common.proof(1, data + answer[:96])
        self.introduced(common.cipher(1, answer[:96]))
        ours, others = common.confirmations(self.key, self.card_key, request + offer + sent + answer)
        assert self.function(1, 3, ours) == others

    def pair_p256(self, password, slot, own):
        request = b"\x01\x10" + bytes([slot]) + self.identifier
        offer = self.function(1, 1, request)
        assert offer[:18] == b"\x10" + self.card + bytes([slot])
        w0, w1 = stretched(P256, password, offer[18:34])
        pake = AugmentedPake(self.identifier, self.card, request + offer)
        curve, ephemeral = P256_CURVE, P256_CURVE.new_key()
        mine = pake.masked(ephemeral, PROVER_MASK, w0)
        answer = self.function(1, 2, mine)
        other = pake.unmasked(answer[:65], VERIFIER_MASK, w0)
        shares = mine, answer[:65]
        theirs, ours = pake.confirm(shares, curve.times(ephemeral, other), curve.times(w1, other), w0)
        assert answer[65:] == theirs
        pake.finish(request + offer + mine + answer)
        self.introduced(pake.open(1, self.function(1, 3, ours + pake.seal(0, own))))
        ours, others = pake.confirmations(self.key, self.card_key)
        assert self.function(1, 4, ours) == others

    def introduced(self, introduction):
        self.card_key = introduction[: self.suite.key_length]
        print("paired with", introduction[self.suite.key_length :].rstrip(b"\0").decode())

    def open(self, is_ephemeral=True):
        suite, curve = self.suite, self.suite.curve
        challenge, ephemeral = os.urandom(16), curve.new_key()
        first = b"\x01" + bytes([suite.number, is_ephemeral]) + self.identifier + self.card + challenge
        first += curve.public(ephemeral) if is_ephemeral else b""
        second = self.function(2, 1, first)
        said, proof = second[:-32], second[-32:]
        material = keying_material(suite, suite.hash(bytes([suite.number]) + challenge + said[:16]))
        static = curve.point(self.card_key)
        agreed = b""
        if is_ephemeral:
            other = curve.point(said[20:])
            agreed = suite.agree(ephemeral, other, material) + suite.agree(ephemeral, static, material)
            agreed += suite.agree(self.key, other, material)
        agreed += suite.agree(self.key, static, material)
        transcript = suite.hash(first + said + self.public + self.card_key)
        self.commands, self.answers, card_proof, host_proof = session_keys(suite, agreed, transcript)
        assert proof == card_proof
        data, status = self.transmit(bytes([0x80, 0x86, 2, 2]), host_proof)
        assert self.unprotected(0x86, data, status) == (b"", "9000")
        print("session", int.from_bytes(said[16:20], "big"))

    def unprotected(self, instruction, data, status):
        cryptogram, clear, tag = parts(instruction, data)
        data = self.answers.open(clear, cryptogram, tag)
        assert clear == bytes.fromhex("9902" + status)
        return data, status

    def send(self, head, data=b"", expected=None):
        head = bytes.fromhex(head)
        header = bytes([head[0] | 0x0C]) + head[1:]
        clear = b"\x97\x02" + (expected & 0xFFFF).to_bytes(2, "big") if expected else b""
        cryptogram, tag = self.commands.seal(header + clear, data)
        answer, status = self.transmit(header, message(header[1], cryptogram, clear, tag))
        return self.unprotected(header[1], answer, status)

    def rekey(self):
        mine = os.urandom(16)
        other, status = self.send("80860300", mine)
        assert status == "9000"
        self.commands.rekey(mine + other)
        self.answers.rekey(mine + other)


def be_host(suite, password, slot, *card):
    host = Host(suite, card)
    host.pair(password, int(slot), "independent")
    host.open()
    name, status = host.send("00A40400", bytes.fromhex("A000000308"), 256)
    print("select", status, name[:1].hex())
    print("verify", host.send("00200080", b"123456\xff\xff")[1], host.send("00200080")[1])
    # An odd instruction; and the discovery object, which is read without a PIN.
    discovery, status = host.send("00CB3FFF", bytes.fromhex("5C017E"), 65536)
    print("data", status, discovery[:1].hex())
    for _ in range(70):
        assert host.send("00200080")[1] == "9000"
    host.rekey()
    print("new keys", host.send("00200080")[1], host.commands.number, host.answers.number)
    programs, _ = host.send("80860600", expected=256)
    identifier = suite.hash(b"HTSC1 kid" + bytes([suite.number]) + host.public)[:8]
    print("listed", programs[:8] == identifier, programs[8:14].hex(), programs[22:].rstrip(b"\0").decode())
    print("closed", host.send("80860400")[1])
    host.open(is_ephemeral=suite is not Legacy)
    print("forgotten", host.send("80860500")[1])


# --- The card --------------------------------------------------------------------------------------------------------


class Refused(Exception):
    pass


class Card:
    def __init__(self, suite, password):
        self.suite, self.identifier, self.salt = suite, os.urandom(16), os.urandom(16)
        self.key = suite.curve.new_key()
        self.public = suite.curve.public(self.key)
        self.verifier = stretched(suite, password, self.salt)
        if suite is P256:
            self.verifier = self.verifier[0], suite.curve.times(self.verifier[1], suite.curve.base)
        self.peer = self.counter = self.run = self.handshake = self.session = None

    def answer(self, octets):
        head, data = octets[:4], octets[4:]
        if len(data) > 3:
            data = data[3 : 3 + int.from_bytes(data[1:3], "big")] if data[0] == 0 else data[1 : 1 + data[0]]
        else:
            data = b""
        try:
            if head[0] & 0x0C:
                return self.protected(head, data)
            if head[:2] != b"\x80\x86":
                raise Refused("6982")
            if head[2] == 0:
                return self.information() + b"\x90\0"
            if head[2] == 1:
                return self.pair(head[3], data) + b"\x90\0"
            if head[2] == 2 and head[3] == 1:
                return self.greet(data) + b"\x90\0"
            if head[2] == 2:
                return self.begin(data)
            raise Refused("6987")
        except Refused as refusal:
            return bytes.fromhex(str(refusal))
        except AssertionError:
            self.session = None
            return b"\x69\x88"

    def information(self):
        slot = bytes([2 if self.peer else 1, self.suite.number])
        return b"\x01" + bytes([self.suite.number]) + self.identifier + bytes.fromhex("4894721a 03 08 00 01") + slot

    def pair(self, step, data):
        last = 3 if self.suite is Legacy else 4
        if step == 1:
            return self.offer(data)
        if step == last:
            ours, others = self.run["proofs"]
            if data != ours:
                raise Refused("6300")
            self.peer, self.counter = self.run["peer"], 0
            return others
        if self.suite is P256:
            return self.pair_p256(step, data)
        return self.pair_modern(step, data) if self.suite is Modern else self.pair_legacy(data)

    def offer(self, data):
        self.run = {"host": data[3:19], "challenge": data[19:35]}
        answer = bytes([self.suite.number]) + self.identifier + data[2:3]
        if self.suite is Modern:
            answer += b"\x01" + self.salt
        else:
            answer += self.salt + (os.urandom(16) if self.suite is Legacy else b"")
        answer += b"\x05"
        self.run["negotiation"] = data + answer
        self.run["own"] = answer[-17:-1]
        return answer

    def introduced(self, introduction, proofs, *arguments):
        key = introduction[: self.suite.key_length]
        self.run["peer"] = self.run["host"], key
        self.run["proofs"] = proofs(self.key, key, *arguments)

    def pair_modern(self, step, data):
        curve = Modern.curve
        if step == 2:
            ephemeral = curve.new_key()
            mine = curve.octets(curve.add(curve.times(ephemeral, curve.base), self.verifier))
            agreed = Pake.agree(ephemeral, curve.add(curve.point(data), self.verifier))
            self.run["pake"] = Pake(self.run["host"], self.identifier, self.salt, data + mine, agreed)
            return mine
        pake = self.run["pake"]
        if data[112:] != pake.proof(0, data[:112]):
            raise Refused("63c9")
        answer = pake.seal(1, self.public + label("independent card"))
        self.introduced(pake.open(0, data[:112]), pake.confirmations, self.run["negotiation"])
        return answer + pake.proof(1, data[:112] + answer)

    def pair_p256(self, step, data):
        curve, (w0, registered) = P256_CURVE, self.verifier
        if step == 2:
            pake = AugmentedPake(self.run["host"], self.identifier, self.run["negotiation"])
            ephemeral, other = curve.new_key(), pake.unmasked(data, PROVER_MASK, w0)
            mine = pake.masked(ephemeral, VERIFIER_MASK, w0)
            z, v = curve.times(ephemeral, other), curve.times(ephemeral, registered)
            ours, self.run["expected"] = pake.confirm((data, mine), z, v, w0)
            pake.finish(self.run["negotiation"] + data + mine + ours)
            self.run["pake"] = pake
            return mine + ours
        if data[:32] != self.run["expected"]:
            raise Refused("63c9")
        pake = self.run["pake"]
        self.introduced(pake.open(0, data[32:]), pake.confirmations)
        return pake.seal(1, self.public + label("independent card"))

    def pair_legacy(self, data):
        common = Common(self.verifier, self.run["challenge"], self.run["own"], self.run["host"], self.identifier)
        if data[96:] != common.proof(0, data[:96]):
            raise Refused("63c9")
        answer = common.cipher(1, self.public + label("independent card"))
        answer += common.proof(1, data[:96] + answer)
        self.introduced(common.cipher(0, data[:96]), common.confirmations, self.run["negotiation"] + data + answer)
        return answer

    def greet(self, first):
        suite, curve = self.suite, self.suite.curve
        if not self.peer or first[3:35] != self.peer[0] + self.identifier:
            raise Refused("6a88")
        said = os.urandom(16) + (self.counter + 1).to_bytes(4, "big")
        material = keying_material(suite, suite.hash(bytes([suite.number]) + first[35:51] + said[:16]))
        static, agreed = curve.point(self.peer[1]), b""
        if first[2] & 1:
            ephemeral, other = curve.new_key(), curve.point(first[51:])
            said += curve.public(ephemeral)
            agreed = suite.agree(ephemeral, other, material) + suite.agree(self.key, other, material)
            agreed += suite.agree(ephemeral, static, material)
        agreed += suite.agree(self.key, static, material)
        self.handshake = session_keys(suite, agreed, suite.hash(first + said + self.peer[1] + self.public))
        return said + self.handshake[2]

    def begin(self, proof):
        commands, answers, _, host_proof = self.handshake
        if proof != host_proof:
            raise Refused("6300")
        self.counter += 1
        self.session = commands, answers
        return self.protect(0x86, b"", b"\x90\0")

    def protect(self, instruction, data, status):
        cryptogram, tag = self.session[1].seal(b"\x99\x02" + status, data)
        return message(instruction, cryptogram, b"\x99\x02" + status, tag) + status

    def protected(self, head, data):
        if not self.session:
            raise Refused("6988")
        cryptogram, clear, tag = parts(head[1], data)
        data = self.session[0].open(head + clear, cryptogram, tag)
        if head[:2] != b"\x8c\x86":
            # What it was sent, behind the header that it was sent with.
            return self.protect(head[1], bytes([head[0] & 0xF0]) + head[1:] + data, b"\x90\0")
        mine = os.urandom(16) if head[2] == 3 else b""
        answer = self.protect(head[1], mine, b"\x90\0")
        if head[2] == 3:
            for direction in self.session:
                direction.rekey(data + mine)
        else:
            self.session = None
            self.peer = None if head[2] == 5 else self.peer
        return answer


def be_card(suite, password):
    card = Card(suite, password)
    for line in sys.stdin:
        print(card.answer(bytes.fromhex(line)).hex(), flush=True)


# --- Known answers ---------------------------------------------------------------------------------------------------


def known_session():
    suite, curve = P256, P256_CURVE
    own, other, ours, theirs = (int.from_bytes(bytes([octet]) * 32, "big") for octet in (0x11, 0x22, 0x33, 0x2A))
    yield from zip(("Q_H", "Q_T", "E_H", "E_T"), map(curve.public, (own, other, ours, theirs)))
    first = b"\x01\x10\x01" + b"\xc0" * 16 + b"\xd0" * 16 + b"\xa0" * 16 + curve.public(ours)
    said = b"\xb0" * 16 + (7).to_bytes(4, "big") + curve.public(theirs)
    static, ephemeral = (curve.times(key, curve.base) for key in (other, theirs))
    agreed = suite.agree(ours, ephemeral, None) + suite.agree(ours, static, None)
    agreed += suite.agree(own, ephemeral, None) + suite.agree(own, static, None)
    transcript = suite.hash(first + said + curve.public(own) + curve.public(other))
    master = suite.hmac(transcript, agreed)
    keys = suite.keys(master, b"HTSC1 session", transcript, 160)
    to_card, _, card_proof, host_proof = session_keys(suite, agreed, transcript)
    yield from (("Z", agreed), ("TH", transcript), ("K_ms", master), ("keys", keys))
    yield from (("MAC_T", card_proof), ("MAC_H", host_proof))
    yield "rekey_HT", suite.keys(to_card.root, b"HTSC1 rekey", b"\xa1" * 16 + b"\xb1" * 16, 44)
    to_card.number = 70
    yield "K_msg_ssc70", to_card.key()
    yield from zip(("ct", "tag"), to_card.seal(bytes.fromhex("0c200002"), b"12345678"))


def known_pairing():
    curve, salt = P256_CURVE, b"\x5a" * 16
    host, card = b"\xc0" * 16, b"\xd0" * 16
    w0, w1 = stretched(P256, "K7M2QXRT4HWZ9A?", salt)
    registered = curve.times(w1, curve.base)
    yield from (("w0", w0.to_bytes(32, "big")), ("w1", w1.to_bytes(32, "big")), ("L", curve.octets(registered)))
    request, offer = b"\x01\x10\x01" + host, b"\x10" + card + b"\x01" + salt + b"\x05"
    yield from (("M1", request), ("A1", offer))
    x, y = (int.from_bytes(bytes([octet]) * 32, "big") for octet in (0x77, 0x66))
    pake = AugmentedPake(host, card, request + offer)
    mine, other = pake.masked(x, PROVER_MASK, w0), pake.masked(y, VERIFIER_MASK, w0)
    z, v = curve.times(y, pake.unmasked(mine, PROVER_MASK, w0)), curve.times(y, registered)
    of_card, of_host = pake.confirm((mine, other), z, v, w0)
    yield from (("shareP", mine), ("shareV", other), ("confirmV", of_card), ("confirmP", of_host))
    yield "K_shared", pake.shared
    pake.finish(request + offer + mine + other + of_card)
    own, others = (int.from_bytes(bytes([octet]) * 32, "big") for octet in (0x11, 0x22))
    yield "DATA_H", pake.seal(0, curve.public(own) + label("host"))
    yield "DATA_T", pake.seal(1, curve.public(others) + label("card"))
    yield from zip(("CONF_H", "CONF_T"), pake.confirmations(own, curve.public(others)))


def print_known_answers():
    for section, answers in (("suite10", known_session()), ("spake2plus", known_pairing())):
        print(f"[{section}]")
        for name, octets in answers:
            print(f"{name}={octets.hex()}")


if __name__ == "__main__":
    mode, *arguments = sys.argv[1:]
    if mode == "known-answers":
        print_known_answers()
    else:
        name, *arguments = arguments
        {"host": be_host, "card": be_card}[mode](SUITES[name], *arguments)

"""Signed PDFs and updates to them, drawn at random: for scripts/compare-readers."""
import datetime
import hashlib
import os

from pdf_revisions import ALL_FLAWS, PADS, File, stream

HONEST = b"BT /F1 24 Tf 60 700 Td (Pay 100 EUR to Alice) Tj ET"
EVIL = b"BT /F1 24 Tf 60 700 Td (Pay 9999 EUR to Mallory) Tj ET"
HOLE = 12000


def form(text, box=b"[0 0 200 20]"):
    return stream(b"BT /F1 12 Tf 2 5 Td (%s) Tj ET" % text,
                  b"/Type /XObject /Subtype /Form /BBox %s /Resources <</Font <</F1 4 0 R>>>>" % box)


def page(annotations, more=b""):
    return (b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources <</Font <</F1 4 0 R>>>>"
            b" /Annots [%s] %s>>" % (annotations, more))


FIELD = b"<</FT /Tx /T (Sum) /Type /Annot /Subtype /Widget /Rect [60 500 260 520] /F 4 /P 3 0 R /DA (/F1 12 Tf 0 g)%s>>"
BOX = (b"<</FT /Btn /T (Agree) /Type /Annot /Subtype /Widget /Rect [60 460 80 480] /F 4 /P 3 0 R /V /%s /AS /%s"
       b" /AP <</N <</Yes 12 0 R /Off 13 0 R>>>>>>")


def plain():
    return {
        1: b"<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R>>",
        2: b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        3: page(b"7 0 R 8 0 R"),
        4: b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
        5: stream(HONEST),
        6: b"<</Fields [7 0 R 8 0 R] /DA (/F1 12 Tf 0 g) /DR <</Font <</F1 4 0 R>>>>>>",
        7: FIELD % b" /V (100) /AP <</N 11 0 R>>",
        8: BOX % (b"Off", b"Off"),
        9: b"<</Title (Contract)>>",
        11: form(b"100"),
        12: stream(b"0 g 2 2 16 16 re f", b"/Type /XObject /Subtype /Form /BBox [0 0 20 20]"),
        13: stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 20 20]"),
        14: b"<</Spare true>>",
    }


# What the signed bytes hide, and how they are written: names of flaws, and hidden objects.
SIGNED = {
    "plain": ((), ()),
    "hidden": ((), [(5, stream(EVIL))]),
    "hidden-first": (("hidden-first",), [(5, stream(EVIL))]),
    "hidden-page": ((), [(3, page(b"7 0 R 8 0 R").replace(b"5 0 R", b"15 0 R")), (15, stream(EVIL))]),
    "hidden-catalog": ((), [(1, b"<</Type /Catalog /Pages 16 0 R>>"), (16, b"<</Type /Pages /Kids [17 0 R] /Count 1>>"),
                            (17, page(b"").replace(b"2 0 R", b"16 0 R").replace(b"5 0 R", b"15 0 R")),
                            (15, stream(EVIL))]),
    "hidden-in-stream": ((), [(30, stream(b"\n5 0 obj\n" + stream(EVIL) + b"\nendobj\n"))]),
    "hidden-in-string": ((), [(30, b"(\n5 0 obj\n" + stream(b"BT /F1 24 Tf 60 700 Td <61> Tj ET") + b"\nendobj\n)")]),
}
for flaw in ["row-19", "row-short", "lead-spaces", "size-negative", "size-big", "size-missing", "info-missing",
             "entry-unused-end", "entry-unused-zero", "start-plus", "pad-nul-2000", "xref-same-line", "no-endobj",
             "id-missing", "xref-zero-mupdf", "row-crlf", "info-none"]:
    SIGNED["hidden, " + flaw] = ((flaw,), [(5, stream(EVIL))])
    SIGNED[flaw] = ((flaw,), ())


class Signer:
    """Signs digests with a key of its own, whose certificate is in a file."""

    def __init__(self, directory):
        from asn1crypto import keys, x509
        from cryptography import x509 as cx
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from pyhanko.sign.signers import SimpleSigner
        from pyhanko_certvalidator.registry import SimpleCertificateStore

        key = ec.generate_private_key(ec.SECP256R1())
        name = cx.Name([cx.NameAttribute(cx.NameOID.COMMON_NAME, "compare-readers")])
        now = datetime.datetime.now(datetime.timezone.utc)
        usage = cx.KeyUsage(True, True, False, False, False, False, False, False, False)
        made = (cx.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
                .serial_number(7).not_valid_before(now - datetime.timedelta(days=1))
                .not_valid_after(now + datetime.timedelta(days=30)).add_extension(usage, True).sign(key, hashes.SHA256()))
        self.path = os.path.join(directory, "signer.pem")
        with open(self.path, "wb") as out:
            out.write(made.public_bytes(serialization.Encoding.PEM))
        info = key.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8,
                                 serialization.NoEncryption())
        self.signer = SimpleSigner(
            signing_cert=x509.Certificate.load(made.public_bytes(serialization.Encoding.DER)),
            signing_key=keys.PrivateKeyInfo.load(info), cert_registry=SimpleCertificateStore())

    def message(self, digest):
        import asyncio
        return asyncio.run(self.signer.async_sign(digest, "sha256", use_pades=True)).dump()


def signed(signer, name, kind, permission=None):
    """A signed document: the file, the end of what the signature covers, and its name."""
    flaws, hidden = SIGNED[name]
    file = File()
    objects = plain()
    if "dangling" in name:
        objects[3] = page(b"7 0 R 8 0 R", b"/PieceInfo 90 0 R")
    file.revision(objects, kind, flaws, hidden)
    value = (b"<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n/ByteRange [0 @R1@ @R2@ @R3@]\n"
             b"/Contents @CONTENTS@\n%s>>")
    reference = b""
    catalog = plain()[1]
    if permission:
        reference = (b"/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams"
                     b" /V /1.2 /P %d>>>>]" % permission)
        catalog = catalog.replace(b" /AcroForm", b" /Perms <</DocMDP 21 0 R>> /AcroForm")
    objects = {
        1: catalog,
        3: objects[3].replace(b"/Annots [7 0 R 8 0 R", b"/Annots [7 0 R 8 0 R 20 0 R"),
        6: plain()[6].replace(b"[7 0 R 8 0 R]", b"[7 0 R 8 0 R 20 0 R] /SigFlags 3"),
        20: b"<</FT /Sig /T (Signature1) /V 21 0 R /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /P 3 0 R>>",
        21: value.replace(b"@R1@", b"0000000000").replace(b"@R2@", b"0000000000").replace(b"@R3@", b"0000000000") % reference,
    }
    # The flaws of the signed document are those of its last revision too.
    again = tuple(f for f in flaws if f not in ("packed", "hidden-first", "no-endobj"))
    hole = file.revision(objects, kind, again, gap=HOLE)
    end = len(file.data)
    ranges = b"%010d %010d %010d" % (hole, hole + HOLE + 2, end - hole - HOLE - 2)
    place = file.data.rindex(b"0000000000 0000000000 0000000000", 0, hole)
    file.data = file.data[:place] + ranges + file.data[place + len(ranges):]
    digest = hashlib.sha256(file.data[:hole] + file.data[hole + HOLE + 2:]).digest()
    message = signer.message(digest).hex().encode()
    file.data = file.data[:hole + 1] + message + b"0" * (HOLE - len(message)) + file.data[hole + HOLE + 1:]
    label = f"{name}, {kind}" + (f", P={permission}" if permission else "")
    return file, end, label



def current(file, number):
    """The newest text of an object that is written plainly."""
    offset = file.known[number][0]
    start = file.data.index(b"obj\n", offset) + 4
    return file.data[start:file.data.index(b"\nendobj", start)]


UPDATES = {
    "nothing": lambda f: {},
    "unused": lambda f: {41: b"<</A 1>>"},
    "info": lambda f: {9: b"<</Title (Other title)>>"},
    "fill": lambda f: {7: FIELD % b" /V (250) /AP <</N 42 0 R>>", 42: form(b"250")},
    "fill-in-place": lambda f: {7: FIELD % b" /V (250) /AP <</N 11 0 R>>", 11: form(b"250")},
    "tick": lambda f: {8: BOX % (b"Yes", b"Yes")},
    "tick-look": lambda f: {8: BOX % (b"Off", b"Yes")},
    "comment": lambda f: {3: current(f, 3).replace(b"/Annots [", b"/Annots [43 0 R "),
                          43: b"<</Type /Annot /Subtype /Square /Rect [300 300 400 400] /F 4 /C [1 0 0] /P 3 0 R"
                              b" /AP <</N 44 0 R>>>>",
                          44: stream(b"1 0 0 RG 4 w 4 4 92 92 re S",
                                     b"/Type /XObject /Subtype /Form /BBox [0 0 100 100]")},
    "field": lambda f: {3: current(f, 3).replace(b"/Annots [", b"/Annots [45 0 R "),
                        6: current(f, 6).replace(b"/Fields [", b"/Fields [45 0 R "),
                        45: b"<</FT /Sig /T (Next) /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /P 3 0 R>>"},
    "evidence": lambda f: {1: current(f, 1)[:-2] + b" /DSS <</Certs [46 0 R]>>>>", 46: stream(b"certificate")},
    "dangling": lambda f: {9: b"<</Title (x) /Other 96 0 R>>"},
    "old-object": lambda f: {9: b"<</Title (x) /Other 14 0 R>>"},
    "tabs": lambda f: {3: current(f, 3).replace(b"/Annots [", b"/Tabs /R /Annots [")},
    "resources": lambda f: {3: current(f, 3).replace(b"<</Font <</F1 4 0 R>>>>", b"48 0 R", 1),
                            48: b"<</Font <</F1 4 0 R>>>>"},
    "other-resources": lambda f: {3: current(f, 3).replace(b"<</Font <</F1 4 0 R>>>>", b"48 0 R", 1),
                                  48: b"<</Font <</F1 49 0 R>>>>",
                                  49: b"<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>"},
    "text": lambda f: {5: stream(EVIL)},
    "catalog": lambda f: {40: current(f, 1)},
}
HIDDEN = {
    "content": [(5, stream(EVIL))],
    "page": [(3, page(b"7 0 R 8 0 R").replace(b"5 0 R", b"15 0 R")), (15, stream(EVIL))],
    "catalog": [(1, b"<</Type /Catalog /Pages 16 0 R>>"), (16, b"<</Type /Pages /Kids [17 0 R] /Count 1>>"),
                (17, page(b"").replace(b"2 0 R", b"16 0 R").replace(b"5 0 R", b"15 0 R")), (15, stream(EVIL))],
}
# Hidden in what is listed.
INSIDE = {
    "in-stream": {47: stream(b"\n5 0 obj\n" + stream(EVIL) + b"\nendobj\n")},
    "in-string": {47: b"<</A (\n5 0 obj\n" + EVIL.replace(b"(", b"<").replace(b")", b">") + b"\nendobj\n)>>"},
}


def candidate(rand, bases):
    """A file with an update: its bytes, the end of the signed revision, and its name."""
    file, end, label = rand.choice(bases)
    file = file.copy()
    names = [label]
    for _ in range(rand.choice([1, 1, 1, 1, 2])):
        update = rand.choice(list(UPDATES))
        kind = "stream" if "stream" in label else "table"
        if rand.random() < 0.1:
            kind = "table" if kind == "stream" else "stream"
        flaws = rand.sample(ALL_FLAWS, rand.choice([0, 0, 0, 0, 1, 1, 1, 2, 3]))
        if kind == "stream" and rand.random() < 0.4:
            flaws.append("packed")
        hidden = rand.choice([None] * 14 + list(HIDDEN) + list(INSIDE))
        try:
            objects = UPDATES[update](file)
        except (ValueError, KeyError):
            objects, update = {}, "nothing"
        objects = dict(objects)
        objects.update(INSIDE.get(hidden, {}))
        names.append(f"{kind}: {update}" + (f", hidden {hidden}" if hidden else "") + "".join(f", {f}" for f in flaws))
        end_of_line = rand.choice([b"\n", b"\n", b"\r\n", b""])
        file.revision(objects, kind, flaws, HIDDEN.get(hidden, ()), end=end_of_line)
    if rand.random() < 0.05:
        pad = rand.choice(list(PADS))
        file.data = file.data[:end] + PADS[pad]
        names = [label, pad]
    return file.data, end, " | ".join(names)

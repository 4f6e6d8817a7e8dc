"""Checks a container with zipfile, lxml and openssl, or makes one again with zipfile."""

import base64
import hashlib
import subprocess
import sys
import urllib.parse
import zipfile

from lxml import etree

DS = "{http://www.w3.org/2000/09/xmldsig#}"
ASIC = "{http://uri.etsi.org/02918/v1.2.1#}"
HASHES = {"http://www.w3.org/2001/04/xmlenc#sha256": "sha256"}


def openssl(*words, data=None):
    subprocess.run(["openssl", *words], input=data, check=True, capture_output=True)


def check_reference(reference, archive, document):
    uri = reference.get("URI")
    if uri.startswith("#"):
        (target,) = document.xpath("//*[@Id=$id]", id=uri[1:])
        octets = etree.tostring(target, method="c14n", exclusive=True)
    else:
        octets = archive.read(urllib.parse.unquote(uri))
    algorithm = HASHES[reference.find(DS + "DigestMethod").get("Algorithm")]
    assert hashlib.new(algorithm, octets).digest() == base64.b64decode(reference.find(DS + "DigestValue").text)
    return uri


def check_xml(name, archive, directory):
    document = etree.fromstring(archive.read(name))
    for signature in document.findall(DS + "Signature"):
        info = signature.find(DS + "SignedInfo")
        uris = [check_reference(reference, archive, document) for reference in info.findall(DS + "Reference")]
        value = base64.b64decode(signature.find(DS + "SignatureValue").text)
        half = len(value) // 2
        numbers = [int.from_bytes(part, "big") for part in (value[:half], value[half:])]
        parts = b"".join(
            bytes([2, len(encoded)]) + encoded
            for encoded in (number.to_bytes(number.bit_length() // 8 + 1, "big") for number in numbers)
        )
        with open(directory + "/value.der", "wb") as file:
            file.write(bytes([0x30, len(parts)]) + parts)
        with open(directory + "/leaf.der", "wb") as file:
            file.write(base64.b64decode(signature.find(f".//{DS}X509Certificate").text))
        openssl("x509", "-inform", "DER", "-in", directory + "/leaf.der", "-out", directory + "/leaf.pem")
        openssl("verify", "-CAfile", directory + "/root.pem", directory + "/leaf.pem")
        key = subprocess.run(
            ["openssl", "x509", "-in", directory + "/leaf.pem", "-pubkey", "-noout"], check=True, capture_output=True
        ).stdout
        with open(directory + "/key.pem", "wb") as file:
            file.write(key)
        canonical = etree.tostring(info, method="c14n", exclusive=True)
        openssl(
            "dgst", "-sha256", "-verify", directory + "/key.pem", "-signature", directory + "/value.der", data=canonical
        )
        print(name, "covers", len([uri for uri in uris if not uri.startswith("#")]))


def check_cms(name, content, archive, directory):
    for path, octets in (("signature", archive.read(name)), ("content", content)):
        with open(directory + "/" + path, "wb") as file:
            file.write(octets)
    openssl(
        "cms", "-verify", "-cades", "-binary", "-inform", "DER", "-in", directory + "/signature", "-content",
        directory + "/content", "-CAfile", directory + "/root.pem", "-purpose", "any", "-out", directory + "/out",
    )


def check(directory):
    archive = zipfile.ZipFile(directory + "/judged.zip")
    assert archive.testzip() is None
    first = archive.infolist()[0]
    assert first.filename == "mimetype" and first.compress_type == zipfile.ZIP_STORED and first.header_offset == 0
    data = [name for name in archive.namelist() if name != "mimetype" and not name.startswith("META-INF/")]
    for name in archive.namelist():
        if name.startswith("META-INF/signatures"):
            check_xml(name, archive, directory)
        elif name == "META-INF/signature.p7s":
            check_cms(name, archive.read(data[0]), archive, directory)
            print(name, "covers 1")
        elif name.startswith("META-INF/ASiCManifest"):
            manifest = etree.fromstring(archive.read(name))
            for reference in manifest.findall(ASIC + "DataObjectReference"):
                check_reference(reference, archive, manifest)
            signature = manifest.find(ASIC + "SigReference").get("URI")
            check_cms(signature, archive.read(name), archive, directory)
            print(signature, "covers", len(manifest.findall(ASIC + "DataObjectReference")))
        elif name == "META-INF/manifest.xml":
            entries = etree.fromstring(archive.read(name)).findall("{*}file-entry")
            paths = [entry.get("{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}full-path") for entry in entries]
            assert paths == ["/"] + data, paths


def remake(directory):
    """The same files, written by zipfile: a directory's entry, unlike orders and compression."""
    former = zipfile.ZipFile(directory + "/judged.zip")
    with zipfile.ZipFile(directory + "/remade.zip", "w") as archive:
        archive.writestr("mimetype", former.read("mimetype"), zipfile.ZIP_STORED)
        archive.writestr("META-INF/", b"")
        for name in reversed(former.namelist()):
            if name != "mimetype":
                archive.writestr(name, former.read(name), zipfile.ZIP_DEFLATED, compresslevel=1)


{"check": check, "remake": remake}[sys.argv[1]](sys.argv[2])

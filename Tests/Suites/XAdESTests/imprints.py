"""Recomputes with lxml what each timestamp of an XAdES signature is over, and has openssl check the tokens.

Written from EN 319 132-1 and XMLDSig alone; shares nothing with the code under test. Prints a line a timestamp.
"""

import base64
import copy
import subprocess
import sys

from lxml import etree

DS = "{http://www.w3.org/2000/09/xmldsig#}"
X132 = "{http://uri.etsi.org/01903/v1.3.2#}"
X141 = "{http://uri.etsi.org/01903/v1.4.1#}"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"


def canonical(element, method):
    # lxml canonicalizes a subtree in the context of its document.
    return etree.tostring(element, method="c14n", exclusive=method == EXCLUSIVE, with_comments=False, with_tail=False)


def reference_octets(root, signature, reference):
    uri = reference.get("URI")
    transforms = [t.get("Algorithm") for t in reference.iter(DS + "Transform")]
    method = transforms[-1] if transforms and "c14n" in transforms[-1] else INCLUSIVE
    if uri == "":
        document = copy.deepcopy(root.getroottree())
        number = list(root.iter(DS + "Signature")).index(signature)
        own = list(document.getroot().iter(DS + "Signature"))
        every = any("xmldsig-filter2" in name for name in transforms)
        for removed in own if every else [own[number]]:
            parent = removed.getparent()
            if removed.tail:
                previous = removed.getprevious()
                if previous is not None:
                    previous.tail = (previous.tail or "") + removed.tail
                else:
                    parent.text = (parent.text or "") + removed.tail
            parent.remove(removed)
        return etree.tostring(document, method="c14n", exclusive=method == EXCLUSIVE, with_comments=False)
    element = root.xpath("//*[@Id=$id]", id=uri[1:])[0]
    if "http://www.w3.org/2000/09/xmldsig#base64" in transforms:
        return base64.b64decode("".join(element.itertext()))
    return canonical(element, method)


def check(token, octets, directory):
    open(directory + "/token.der", "wb").write(token)
    open(directory + "/imprint", "wb").write(octets)
    done = subprocess.run(
        ["openssl", "ts", "-verify", "-data", "imprint", "-in", "token.der", "-token_in", "-CAfile", "root.pem",
         "-untrusted", "tsa.pem"],
        cwd=directory, capture_output=True, text=True, check=False)
    return "OK" if "Verification: OK" in done.stdout + done.stderr else done.stderr


def main():
    root = etree.parse(sys.argv[1]).getroot()
    directory = sys.argv[2]
    for signature in root.iter(DS + "Signature"):
        if signature.find(".//" + X132 + "QualifyingProperties") is None:
            continue
        for element in signature.iterfind(".//" + X132 + "AllDataObjectsTimeStamp"):
            octets = b"".join(
                reference_octets(root, signature, r) for r in signature.find(DS + "SignedInfo").iter(DS + "Reference")
                if r.get("Type") != "http://uri.etsi.org/01903#SignedProperties")
            token = base64.b64decode(element.find(X132 + "EncapsulatedTimeStamp").text)
            print(etree.QName(element).localname, check(token, octets, directory))
        properties = signature.find(".//" + X132 + "UnsignedSignatureProperties")
        before = []
        for element in properties if properties is not None else []:
            method = element.find(DS + "CanonicalizationMethod")
            method = method.get("Algorithm") if method is not None else INCLUSIVE
            octets = None
            if element.tag == X132 + "SignatureTimeStamp":
                octets = canonical(signature.find(DS + "SignatureValue"), method)
            elif element.tag == X141 + "ArchiveTimeStamp":
                octets = b"".join(
                    reference_octets(root, signature, r) for r in signature.find(DS + "SignedInfo").iter(DS + "Reference"))
                for name in ("SignedInfo", "SignatureValue", "KeyInfo"):
                    octets += canonical(signature.find(DS + name), method)
                octets += b"".join(canonical(other, method) for other in before)
                for item in signature.findall(DS + "Object"):
                    if item.find(X132 + "QualifyingProperties") is None:
                        octets += canonical(item, method)
            if octets is not None:
                token = base64.b64decode(element.find(X132 + "EncapsulatedTimeStamp").text)
                print(etree.QName(element).localname, check(token, octets, directory))
            before.append(element)


main()

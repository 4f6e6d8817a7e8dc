"""An authority on the loopback that issues certificates by OpenSSL: EST (RFC 7030) and a mailbox in JSON and SOAP.

Usage: enrollment-server.py DIRECTORY [--tls CERTIFICATE KEY] [--password NAME:PASSWORD] [--wait COUNT] [--days COUNT]
       [--late]

Wants ca.pem and ca.key in the directory. Prints its port, then a line for each request. EST answers a request with 202
as often as --wait says; a mailbox at /numbered gives a request a number, a text and a fee, and each hands out nothing before the file `ready` exists. /status/NUMBER answers with a
status, /wrong with a certificate for another key. Beside that it is an issuer of jobs: /files/NAME is a file, /moved/NAME
redirects there, /away/PORT/NAME to the file of that name at another port, and what is posted to /reply becomes
reply.json. As the target of a relay, /take says what it has read and who sent it; as its issuer, /answer keeps what the
target answered. With --late, no certificate is asked for in the handshake, and /late/PATH asks for it before the body is
read.
"""
import argparse
import base64
import hashlib
import http.server
import json
import pathlib
import re
import ssl
import subprocess
import tempfile
import threading

options = argparse.ArgumentParser()
options.add_argument("directory")
options.add_argument("--tls", nargs=2)
options.add_argument("--password")
options.add_argument("--wait", type=int, default=0)
options.add_argument("--days", default="10")
options.add_argument("--late", action="store_true")
options = options.parse_args()
ROOT = pathlib.Path(options.directory)
LOCK = threading.Lock()
POSTS, REQUESTS, ISSUED = {}, {}, {}


def openssl(*words, data=None):
    return subprocess.run(["openssl", *words], cwd=ROOT, input=data, capture_output=True, check=True).stdout


def issue(request):
    with LOCK:
        if request not in ISSUED:
            with tempfile.NamedTemporaryFile() as file:
                file.write(openssl("req", "-inform", "DER", "-verify", data=request))
                file.flush()
                ISSUED[request] = openssl(
                    "x509", "-req", "-in", file.name, "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                    "-days", options.days, "-outform", "DER")
    return ISSUED[request]


def bundle(*certificates):
    pem = b"".join(openssl("x509", "-inform", "DER", data=one) for one in certificates)
    with tempfile.NamedTemporaryFile() as file:
        file.write(pem)
        file.flush()
        return base64.encodebytes(openssl("crl2pkcs7", "-nocrl", "-certfile", file.name, "-outform", "DER"))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, kind, body, status=200, **fields):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        print(self.command, self.path, flush=True)
        if self.path.startswith("/files/"):
            return self.reply("application/octet-stream", (ROOT / self.path[7:]).read_bytes())
        if self.path.startswith("/moved/"):
            return self.reply("text/plain", b"", 302, Location=f"/files/{self.path[7:]}")
        if self.path.startswith("/away/"):
            port, name = self.path[6:].split("/", 1)
            return self.reply("text/plain", b"", 302, Location=f"https://localhost:{port}/files/{name}")
        authority = openssl("x509", "-in", "ca.pem", "-outform", "DER")
        self.reply("application/pkcs7-mime", bundle(authority))

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        if self.path.startswith("/late/"):
            self.path = self.path[5:]
            self.connection.verify_client_post_handshake()
            # The question goes out with the next bytes.
            self.wfile.write(b"HTTP/1.1 102 Processing\r\n\r\n")
        body = self.rfile.read(length)
        if len(body) < length:
            return print("cut", flush=True)
        peer = self.connection.getpeercert() if isinstance(self.connection, ssl.SSLSocket) else None
        names = [value for part in (peer or {}).get("subject", ()) for key, value in part if key == "commonName"]
        print(self.command, self.path, *names, flush=True)
        if options.password:
            expected = "Basic " + base64.b64encode(options.password.encode()).decode()
            if self.headers.get("Authorization") != expected:
                return self.reply("text/plain", b"", 401, WWW_Authenticate='Basic realm="authority"')
        if self.path == "/take":
            fields = [self.headers.get(name) for name in ("Content-Type", "Authorization")]
            text = json.dumps([length, hashlib.sha256(body).hexdigest(), *fields, *names])
            return self.reply("application/json", text.encode(), Set_Cookie="secret=1")
        if self.path == "/answer":
            (ROOT / "answer").write_bytes(body)
            (ROOT / "answer.json").write_text(json.dumps({name.lower(): value for name, value in self.headers.items()}))
            return self.reply("text/plain", b"")
        if self.path == "/reply":
            (ROOT / "reply.json").write_bytes(body)
            return self.reply("text/plain", b"")
        if self.path.endswith("/simplereenroll") and not names:
            return self.reply("text/plain", b"a client certificate is needed", 403)
        if self.path.endswith("enroll"):
            return self.enroll(base64.b64decode(body))
        if self.path.startswith("/status/"):
            return self.reply("text/plain", b"", int(self.path.rsplit("/", 1)[1]))
        (ROOT / "mail").write_bytes(body)
        return self.mail(body)

    def enroll(self, request):
        with LOCK:
            POSTS[request] = POSTS.get(request, 0) + 1
            count = POSTS[request]
        if self.path.startswith("/reject"):
            return self.reply("text/plain", b"the subject is not known", 400)
        if self.path.startswith("/wrong"):
            wrong = openssl("x509", "-in", "ca.pem", "-outform", "DER")
            return self.reply("application/pkcs7-mime", bundle(wrong))
        if count <= options.wait:
            return self.reply("text/plain", b"", 202, Retry_After="0")
        self.reply("application/pkcs7-mime; smime-type=certs-only", bundle(issue(request)))

    def mail(self, body):
        text = body.decode()
        isSOAP = text.lstrip().startswith("<")
        requests = re.findall(r"<Request>([^<]*)<" if isSOAP else r'"request":"([^"]*)"', text)
        identifiers = re.findall(r"[0-9a-f]{40}", text)
        if requests:
            with LOCK:
                REQUESTS[identifiers[0]] = base64.b64decode(requests[0])
            if self.path == "/numbered":
                # What could be taken for words of ours, a link, and what moves a cursor.
                said = "<Text>Come to a branch &amp; pay.\u001b[2J\nhint: open https://pay.example/4712</Text><Fee>200 CZK</Fee>"
                return self.reply("text/xml", f"<E><RequestID>4712</RequestID>{said}</E>".encode())
            answer = "<Envelope><Body><Accepted/></Body></Envelope>" if isSOAP else '{"accepted": true}'
            return self.reply("text/xml" if isSOAP else "application/json", answer.encode())
        print("identifiers", len(identifiers), flush=True)
        found = []
        if (ROOT / "ready").exists():
            found = [(one, base64.b64encode(issue(REQUESTS[one])).decode()) for one in identifiers if one in REQUESTS]
        if isSOAP:
            lines = [(one, "&#13;\n".join(re.findall(".{1,64}", text))) for one, text in found]
            parts = "".join(f"<Entry><Id>{one}</Id><Certificate>{text}</Certificate></Entry>" for one, text in lines)
            return self.reply("text/xml", f"<Envelope><Body>{parts}</Body></Envelope>".encode())
        answer = json.dumps({"certificates": [{"identifier": one, "certificate": text} for one, text in found]})
        return self.reply("application/json", answer.replace("/", "\\/").encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if options.tls:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*[str(ROOT / name) for name in options.tls])
    context.load_verify_locations(str(ROOT / "ca.pem"))
    context.verify_mode = ssl.CERT_OPTIONAL
    context.post_handshake_auth = options.late
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()

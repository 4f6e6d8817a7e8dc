"""Serves evidence on the loopback, made by OpenSSL: timestamps, OCSP responses, revocation lists, certificates.

Usage: evidence-server.py DIRECTORY [--tls CERTIFICATE KEY] [--client-authority FILE] [--password NAME:PASSWORD]

Prints its port, then a line for each request. /tsa wants tsa.cnf, /soap wants the same in an
envelope of SOAP, and /soap-token answers with the token alone; /ocsp wants index.txt, ca.pem, ocsp.pem and ocsp.key,
or answers with forged.ocsp where it is there;
other paths are files of the directory, or ways to misbehave: /hang, /drip, /html, /huge, /short.
"""
import argparse
import base64
import http.server
import pathlib
import re
import ssl
import subprocess
import tempfile
import time

options = argparse.ArgumentParser()
options.add_argument("directory")
options.add_argument("--tls", nargs=2)
options.add_argument("--client-authority")
options.add_argument("--password")
options = options.parse_args()
ROOT = pathlib.Path(options.directory)
TYPES = {".crl": "application/pkix-crl", ".cer": "application/pkix-cert", ".xml": "application/vnd.etsi.tsl+xml"}


def openssl(*words):
    return subprocess.run(["openssl", *words], cwd=ROOT, capture_output=True, check=True)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, kind, body, status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def note(self):
        peer = self.connection.getpeercert() if isinstance(self.connection, ssl.SSLSocket) else None
        names = [value for part in (peer or {}).get("subject", ()) for key, value in part if key == "commonName"]
        print(self.command, self.path, *names, flush=True)

    def misbehave(self):
        if self.path == "/hang":
            time.sleep(600)
        elif self.path == "/drip":
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", "100000")
            self.end_headers()
            for _ in range(600):
                self.wfile.write(b"0")
                self.wfile.flush()
                time.sleep(1)
        elif self.path == "/html":
            self.reply("text/html", b"<html>Log in to the network</html>")
        elif self.path == "/huge":
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(5 << 30))
            self.end_headers()
            while True:
                self.wfile.write(bytes(1 << 16))
        elif self.path == "/short":
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"0" * 10)
            self.close_connection = True
        else:
            return False
        return True

    def do_GET(self):
        self.note()
        path = ROOT / pathlib.Path(self.path).name
        if self.misbehave():
            return
        if path.suffix in TYPES and path.exists():
            self.reply(TYPES[path.suffix], path.read_bytes())
        else:
            self.reply("text/plain", b"no such file", 404)

    def do_POST(self):
        wanted = options.password and "Basic " + base64.b64encode(options.password.encode()).decode()
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.note()
        if wanted and self.headers["Authorization"] != wanted:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="evidence"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.misbehave():
            return
        if self.path.startswith("/soap"):
            # SOAP 1.1, 6.1.1: a client must send the field.
            request = re.search(rb"<(?:\w+:)?(?:TimestampRequest|Imprint)>([^<]*)<", body)
            if "SOAPAction" not in self.headers or not self.headers["Content-Type"].startswith("text/xml") or not request:
                return self.reply("text/xml", b"<Envelope><Body><Fault/></Body></Envelope>", 500)
            print(self.headers["SOAPAction"], flush=True)
            body = base64.b64decode(request[1])
        with tempfile.TemporaryDirectory() as place:
            question, answer = place + "/question", place + "/answer"
            pathlib.Path(question).write_bytes(body)
            if self.path == "/tsa":
                openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", question, "-out", answer)
                self.reply("application/timestamp-reply", pathlib.Path(answer).read_bytes())
            elif self.path.startswith("/soap"):
                alone = ["-token_out"] if self.path == "/soap-token" else []
                openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", question, "-out", answer, *alone)
                text = base64.encodebytes(pathlib.Path(answer).read_bytes()).replace(b"\n", b"&#13;\n")
                self.reply("text/xml", b"<Envelope><Body><Id>MAMCAQ</Id><Result>" + text + b"</Result></Body></Envelope>")
            elif self.path == "/stale":
                # Another's timestamp, whose nonce is not the request's.
                self.reply("application/timestamp-reply", (ROOT / "stale.tsr").read_bytes())
            elif (ROOT / "forged.ocsp").exists():
                self.reply("application/ocsp-response", (ROOT / "forged.ocsp").read_bytes())
            else:
                openssl(
                    "ocsp", "-index", "index.txt", "-CA", "ca.pem", "-rsigner", "ocsp.pem", "-rkey", "ocsp.key",
                    "-reqin", question, "-respout", answer, "-ndays", "1",
                )
                self.reply("application/ocsp-response", pathlib.Path(answer).read_bytes())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if options.tls:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*options.tls)
    if options.client_authority:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(options.client_authority)
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()

"""A portal on the loopback that gives jobs in both forms, and loses answers.

Usage: portal.py DIRECTORY

Wants web.pem, web.key and ca.pem in the directory, and portal.pem and portal.key, by which OpenSSL signs the jobs. Prints
its port. A line on the standard input is a command, and each is answered by a line:

  make NAME present|older INSTALLATION KEY   writes NAME.jeton-job and prints its identifier, empty for the older form
  lose COUNT                                 ends the connection in place of an answer, that many times
  answers                                    prints how many different answers came for each job, and of how many bytes

The answer to a job may come again, and must be the same then.
"""
import base64
import collections
import hashlib
import http.server
import json
import pathlib
import re
import ssl
import subprocess
import sys
import threading
import time
import uuid

ROOT = pathlib.Path(sys.argv[1])
TYPE = "2.25.147607797994757774504504869572682161680"
TEXT = b"hello"
LOCK = threading.Lock()
ANSWERS = collections.defaultdict(set)
LOSSES = [0]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, body, status=200):
        self.send_response(status)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply(TEXT)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if body.startswith(b"{"):
            document = json.loads(body)
            job, results = document["jti"], json.dumps(document["results"])
        else:
            job = re.search(rb"<Job>([0-9a-f]{64})</Job>", body)[1].decode()
            results = b"".join(re.findall(rb"<Signature.*?</Signature>", body)).decode()
        with LOCK:
            ANSWERS[job].add(results)
            lost = LOSSES[0] > 0
            LOSSES[0] -= lost
        if lost:
            self.close_connection = True
            return self.connection.close()
        self.reply(b"")


def sign(name, content, *more):
    (ROOT / "job.content").write_bytes(content)
    subprocess.run(
        ["openssl", "cms", "-sign", "-binary", "-nodetach", "-in", "job.content", "-signer", "portal.pem", "-inkey",
         "portal.key", "-outform", "DER", "-out", f"{name}.jeton-job", *more],
        cwd=ROOT, check=True, capture_output=True)


def make(name, form, installation, key):
    origin = f"https://localhost:{server.server_address[1]}"
    if form == "older":
        body = base64.b64encode(TEXT).decode()
        sign(name, f"""<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body>
<SignRequest xmlns="urn:jeton:older-job"><Operation>sign-data</Operation><Form>cms-detached</Form>
<Title>{uuid.uuid4()}</Title><Key>{key}</Key><Document name="letter.txt">{body}</Document>
<Reply>{origin}/reply</Reply></SignRequest></Body></Envelope>""".encode())
        return ""
    now, job = int(time.time()), str(uuid.uuid4())
    digest = {"alg": "sha256", "value": hashlib.sha256(TEXT).hexdigest()}
    document = {"name": "letter.txt", "mediaType": "text/plain", "size": len(TEXT), "digest": digest,
                "url": f"{origin}/letter.txt"}
    sign(name, json.dumps({
        "typ": "jeton.job/1", "jti": job, "iss": origin, "aud": [installation], "iat": now, "nbf": now, "exp": now + 300,
        "op": "sign-data", "params": {"form": "cms-detached"}, "documents": [document], "key": {"skid": key},
        "display": {"title": "Sign the letter", "text": "Please"}, "reply": {"url": f"{origin}/reply"},
    }).encode(), "-cades", "-econtent_type", TYPE)
    return job


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(str(ROOT / "web.pem"), str(ROOT / "web.key"))
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "make":
        print(make(*words[1:]), flush=True)
    elif words[0] == "lose":
        LOSSES[0] = int(words[1])
        print(flush=True)
    else:
        with LOCK:
            print(json.dumps({job: len(answers) for job, answers in ANSWERS.items()}), flush=True)

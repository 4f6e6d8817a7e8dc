"""A data box on the loopback: the operation CreateMessage of the Czech data boxes (ISDS), as their public WSDL has it.

Usage: data-box.py DIRECTORY CERTIFICATE KEY NAME:PASSWORD

SOAP 1.1, document/literal, at /DS/dz, behind Basic. Prints its port, then a line for each request: the operation and its
SOAPAction, or why it was refused. A message is put into the file `message`, the names and types of its files first.
"""
import base64
import http.server
import pathlib
import ssl
import sys
import xml.etree.ElementTree as ElementTree

ROOT, CERTIFICATE, KEY, LOGIN = pathlib.Path(sys.argv[1]), *sys.argv[2:5]
SOAP = "{http://schemas.xmlsoap.org/soap/envelope/}"
ISDS = "{http://isds.czechpoint.cz/v20}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, status, body, **fields):
        self.send_response(status)
        self.send_header("Content-Type", "text/xml; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, why):
        print("refused:", why, flush=True)
        fault = f"<Fault><faultcode>Client</faultcode><faultstring>{why}</faultstring></Fault>"
        self.reply(500, f'<Envelope xmlns="{SOAP[1:-1]}"><Body>{fault}</Body></Envelope>'.encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Authorization") != "Basic " + base64.b64encode(LOGIN.encode()).decode():
            print("refused: login", flush=True)
            return self.reply(401, b"", WWW_Authenticate='Basic realm="data box"')
        # SOAP 1.1, 6.1.1; the WSDL has soapAction="" for each operation.
        action = self.headers.get("SOAPAction")
        if action is None or not self.headers["Content-Type"].startswith("text/xml") or self.path != "/DS/dz":
            return self.refuse("no SOAPAction, another type or another path")
        try:
            envelope = ElementTree.fromstring(body)
            message = envelope.find(f"{SOAP}Body/{ISDS}CreateMessage")
            recipient = message.find(f"{ISDS}dmEnvelope/{ISDS}dbIDRecipient").text
            subject = message.find(f"{ISDS}dmEnvelope/{ISDS}dmAnnotation").text
            files = message.findall(f"{ISDS}dmFiles/{ISDS}dmFile")
            kinds = [file.attrib["dmFileMetaType"] for file in files]
            contents = [base64.b64decode(file.find(f"{ISDS}dmEncodedContent").text, validate=True) for file in files]
        except (ElementTree.ParseError, AttributeError, KeyError, ValueError) as error:
            return self.refuse(f"not a message: {type(error).__name__}")
        if kinds.count("main") != 1 or len(recipient) != 7 or not subject:
            return self.refuse("one main file, a recipient of seven characters, and a subject are needed")
        names = "".join(f"{file.attrib['dmFileDescr']} {file.attrib['dmMimeType']}\n" for file in files)
        (ROOT / "message").write_bytes(names.encode() + b"".join(contents))
        print("CreateMessage", action, flush=True)
        status = "<q:dmStatus><q:dmStatusCode>0000</q:dmStatusCode><q:dmStatusMessage/></q:dmStatus>"
        answer = f'<q:CreateMessageResponse xmlns:q="{ISDS[1:-1]}"><q:dmID>700001</q:dmID>{status}</q:CreateMessageResponse>'
        self.reply(200, f'<s:Envelope xmlns:s="{SOAP[1:-1]}"><s:Body>{answer}</s:Body></s:Envelope>'.encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(str(ROOT / CERTIFICATE), str(ROOT / KEY))
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()

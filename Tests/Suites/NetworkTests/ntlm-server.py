"""A server or proxy that demands NTLM, with pyspnego as the acceptor: it checks proof, MIC and channel binding.

ntlm-server.py server|proxy [CERTIFICATE KEY [HASH]]: prints its port, then a line for each step. HASH is the channel
binding that clients must know, in hexadecimal. NTLM_USER_FILE names the file of DOMAIN:user:password. With NTLM_EACH each
request is authenticated for itself.
"""
import base64, os, socket, ssl, struct, sys, threading

import spnego
from spnego.channel_bindings import GssChannelBindings

mode = sys.argv[1]
question, answer, status = (
    ("Proxy-Authenticate", "proxy-authorization", "407 No")
    if mode == "proxy"
    else ("WWW-Authenticate", "authorization", "401 No")
)
bindings = None
if len(sys.argv) > 4:
    bindings = GssChannelBindings(application_data=b"tls-server-end-point:" + bytes.fromhex(sys.argv[4]))
context = None
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def relay(left, right):
    def pump(source, sink):
        try:
            while piece := source.recv(65536):
                sink.sendall(piece)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    thread = threading.Thread(target=pump, args=(left, right), daemon=True)
    thread.start()
    pump(right, left)
    thread.join()


def serve(connection):
    if context:
        connection = context.wrap_socket(connection, server_side=True)
    stream = connection.makefile("rb")
    acceptor, accepted = None, False
    while line := stream.readline():
        method, target = line.split()[:2]
        fields = {}
        while (field := stream.readline().strip()):
            name, value = field.split(b":", 1)
            fields[name.decode().lower()] = value.strip().decode()
        body = stream.read(int(fields.get("content-length", 0)))
        token = None
        if not accepted and fields.get(answer, "").startswith("NTLM "):
            given = base64.b64decode(fields[answer][5:])
            kind = struct.unpack("<I", given[8:12])[0]
            if kind == 1:
                acceptor = spnego.server(protocol="ntlm", channel_bindings=bindings)
                say(f"negotiate with {len(body)} bytes")
            try:
                token = acceptor.step(given)
                accepted = acceptor.complete
                if accepted:
                    say(f"accepted {acceptor.client_principal} with {len(body)} bytes")
            except Exception as error:
                say(f"refused: {type(error).__name__}")
        if not accepted:
            value = "NTLM" if token is None else "NTLM " + base64.b64encode(token).decode()
            text = f"HTTP/1.1 {status}\r\n{question}: {value}\r\nContent-Length: 2\r\n\r\nNo"
            connection.sendall(text.encode())
        elif method == b"CONNECT":
            connection.sendall(b"HTTP/1.1 200 Yes\r\n\r\n")
            host, port = target.decode().rsplit(":", 1)
            relay(connection, socket.create_connection(("127.0.0.1", int(port))))
            return
        else:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            accepted = accepted and not os.environ.get("NTLM_EACH")


def guarded(connection):
    try:
        serve(connection)
    except OSError as error:
        say(f"broken: {error}")
    finally:
        connection.close()


listener = socket.create_server(("127.0.0.1", 0))
say(str(listener.getsockname()[1]))
while True:
    threading.Thread(target=guarded, args=(listener.accept()[0],), daemon=True).start()

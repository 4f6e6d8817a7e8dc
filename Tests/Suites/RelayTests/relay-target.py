"""A server over TLS for the tests of the relay; its paths say what it does. It prints its port, then a line per request.

relay-target.py CERTIFICATE KEY
/echo       answers what it has read, as JSON: method, target, fields, the body's length and SHA-256
/raw/HEX    sends these bytes after the head and ends the connection
/early      answers 413 after the head, and takes the body for nothing
/soon       answers 200 after the head, goes on reading, and says how many bytes it has read
/hold/HEX   sends these bytes after the head, and nothing more until the client ends the connection
/own        answers with fields that speak of this host
/duplex     answers each piece of the body at once, in chunks
/close      a body without a length, up to the end
/cut        a body that is shorter than its length
/cut-chunk  a body in chunks without its end
/end        answers and ends the connection, though it did not say so
/basic      asks for a password by Basic: user and Pa55word
/big/N      answers N bytes
/whole      says how many bytes it has read, at the end of a whole body
/redirect   redirects to another host
"""
import base64, hashlib, json, socket, ssl, sys, threading

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def pieces(stream, fields):
    if fields.get("transfer-encoding") == "chunked":
        while size := int(stream.readline(), 16):
            yield stream.read(size)
            stream.readline()
        stream.readline()
    else:
        left = int(fields.get("content-length", 0))
        while left:
            piece = stream.read1(min(left, 65536))
            if not piece:
                raise OSError("the body is cut")
            left -= len(piece)
            yield piece


def serve(connection):
    stream = connection.makefile("rb")
    while line := stream.readline():
        method, target = line.decode().split()[:2]
        listed = []
        while field := stream.readline().strip():
            name, value = field.decode("latin-1").split(":", 1)
            listed.append([name.lower(), value.strip()])
        fields = dict(listed)
        say(f"{method} {target}")

        def answer(status, body, more=""):
            head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
            connection.sendall(head.encode() + (b"" if method == "HEAD" else body))

        if target.startswith("/raw/"):
            connection.sendall(bytes.fromhex(target[5:]))
            return
        if target.startswith("/hold/"):
            connection.sendall(bytes.fromhex(target[6:]))
            stream.read()
            return
        if target.startswith("/soon"):
            answer("200 OK", b"ok")
            say(f"whole {sum(len(piece) for piece in pieces(stream, fields))}")
            continue
        if target.startswith("/own"):
            answer(
                "200 OK", b"", "Strict-Transport-Security: max-age=9\r\nAlt-Svc: h3=x\r\nClear-Site-Data: x\r\n"
                "Service-Worker-Allowed: /\r\nProxy-Authenticate: NTLM\r\nX-Kept: yes\r\n"
            )
            continue
        if target.startswith("/early"):
            answer("413 No", b"too large", "Connection: close\r\n")
            # What was on its way is thrown away, as by nginx; a reset would throw away the answer.
            count = 0
            while piece := stream.read1(65536):
                count += len(piece)
            say(f"read {count}")
            return
        if target.startswith("/basic"):
            right = "Basic " + base64.b64encode(b"user:Pa55word").decode()
            if fields.get("authorization") != right:
                answer("401 No", b"no", 'WWW-Authenticate: Basic realm="x"\r\n')
                continue
        if fields.get("expect") == "100-continue":
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if target.startswith("/duplex"):
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for piece in pieces(stream, fields):
                connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
            connection.sendall(b"0\r\n\r\n")
            continue
        digest, count = hashlib.sha256(), 0
        for piece in pieces(stream, fields):
            digest.update(piece)
            count += len(piece)
        if target.startswith("/whole"):
            say(f"whole {count}")
        if target.startswith("/close"):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nuntil the end")
            return
        if target.startswith("/cut-chunk"):
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
            return
        if target.startswith("/cut"):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            return
        if target.startswith("/redirect"):
            answer("302 Found", b"", "Location: https://elsewhere.test/\r\n")
        elif target.startswith("/big/"):
            answer("200 OK", b"x" * int(target[5:]))
        else:
            found = {
                "method": method, "target": target, "fields": listed, "length": count, "digest": digest.hexdigest(),
            }
            more = "Access-Control-Allow-Origin: *\r\nX-Kept: yes\r\nKeep-Alive: timeout=5\r\n"
            answer("200 OK", json.dumps(found).encode(), more)
        if target.startswith("/end"):
            return


def guarded(accepted):
    try:
        connection = context.wrap_socket(accepted, server_side=True)
        try:
            serve(connection)
            connection.unwrap()
        finally:
            connection.close()
    except (OSError, ValueError):
        pass


listener = socket.create_server(("127.0.0.1", 0), backlog=128)
say(str(listener.getsockname()[1]))
while True:
    threading.Thread(target=guarded, args=(listener.accept()[0],), daemon=True).start()

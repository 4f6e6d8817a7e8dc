import TestRig
import Testing

@Suite("GnuTLS on the provider", .timeLimit(.minutes(5)))
struct GnuTLSTests {
    @Test(
        "gnutls-serv and gnutls-cli use keys on the token in TLS 1.2 and 1.3; certtool signs a request",
        arguments: ["rsa:2048", "ec:p256"]
    )
    func tls(_ type: String) async throws {
        let place = try await ClientPlace()
        try await place.makeCertifiedKey("k", type, extensions: ["subjectAltName=DNS:localhost"])
        try place.directory.write("cn = \"made\"\n", to: "template")
        let text = try await place.runAlone(
            """
            gnutls-serv --provider "$PROVIDER" --port 4433 --x509certfile k.pem --x509keyfile "$KEY" \\
                --x509cafile ca.pem --require-client-cert --echo >server.log 2>&1 &
            until ss --listening --tcp --numeric | grep -q ':4433 '; do sleep 0.05; done
            for version in 1.2 1.3; do
                (echo hello; sleep 1) | gnutls-cli --provider "$PROVIDER" --port 4433 --x509cafile ca.pem \\
                    --priority "NORMAL:-VERS-ALL:+VERS-TLS$version" --x509certfile k.pem --x509keyfile "$KEY" localhost
            done
            # Without a certificate the server ends the connection before it echoes.
            (echo hello; sleep 1) | gnutls-cli --port 4433 --x509cafile ca.pem localhost >refused.log 2>&1 || true
            if grep -q '^hello' refused.log; then exit 1; fi
            certtool --provider "$PROVIDER" --generate-request --load-privkey "$KEY" --template template \\
                --outfile made.csr
            """,
            environment: [
                "PROVIDER": place.module, "KEY": "pkcs11:token=alpha;object=k;type=private",
            ]
        )
        for version in ["TLS1.2", "TLS1.3"] {
            #expect(text.contains("- Description: (\(version)-X.509)"), "\(text)")
        }
        #expect(text.split(separator: "\n").filter { $0 == "hello" }.count == 2, "\(text)")
        #expect(try await place.openssl("req", "-in", "made.csr", "-noout", "-verify").contains("verify OK"))
    }
}

import TestRig
import Testing

@Suite(
    "pyHanko on the provider",
    .enabled(
        if: PythonClients.areExpected(.pyHanko, .pyHankoProgram, .pythonPKCS11),
        "pyHanko is not installed: scripts/bootstrap"
    ),
    .timeLimit(.minutes(5))
)
struct PyHankoTests {
    @Test(
        "pyHanko signs a PDF document, which it then finds valid, and a file, whose signature jeton finds valid",
        arguments: ["rsa:2048", "ec:p256"]
    )
    func sign(_ type: String) async throws {
        let place = try await ClientPlace()
        try await place.makeCertifiedKey(
            "k",
            type,
            extensions: ["keyUsage=critical,digitalSignature,nonRepudiation", "extendedKeyUsage=emailProtection"]
        )
        try place.directory.write("a letter\n", to: "letter")
        try place.directory.write(Self.document, to: "letter.pdf")
        try place.secret(
            """
            pkcs11-setups:
              token:
                module-path: \(place.module)
                token-label: alpha
                cert-label: k
                user-pin: "\(ClientPlace.pin)"
            """,
            "pyhanko.yml"
        )
        let sign = [PythonClients.program("pyhanko"), "sign", "addsig"]
        try await place.run(
            sign + ["--field", "Signature", "pkcs11", "--p11-setup", "token", "letter.pdf", "signed.pdf"]
        )
        let validate = [PythonClients.program("pyhanko"), "sign", "validate", "--no-revocation-check"]
        let judged = try await place.run(
            validate + ["--trust", "ca.pem", "--trust-replace", "--pretty-print", "signed.pdf"]
        )
        #expect(judged.contains("The signature is judged VALID."), "\(judged)")
        try await place.run(sign + ["--detach", "pkcs11", "--p11-setup", "token", "letter", "letter.p7s"])
        #expect(try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").contains("letter.p7s: valid"))
    }

    /// A PDF document of one empty page (ISO 32000-1, 7.5).
    private static var document: String {
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << >> >>",
        ]
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n" }
        return text + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    }
}

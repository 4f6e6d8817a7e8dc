import Foundation
import TestRig
import Testing

@Suite("PDF on the command line")
struct PDFTests {
    private func place(_ type: String = "ec:p256") async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        try await place.makePDFSigner(type)
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        return place
    }

    @Test(
        "A PDF is signed inside; jeton, pdfsig, mutool, qpdf and pyHanko find the signature valid",
        arguments: ["rsa:2048", "ec:p256", "ec:p384"]
    )
    func signed(type: String) async throws {
        let place = try await place(type)
        let input = place.contents("contract.pdf")
        let made = try await place.withPIN(
            "sign",
            "contract.pdf",
            "--key",
            "signer",
            "--reason",
            "Zustimmung für Ä",
            "--location",
            "Riga"
        )
        made.exits(0).says("contract-signed.pdf: signed by CN=Anna Muster, PAdES level B")
        #expect(place.contents("contract.pdf") == input)
        let output = try #require(place.contents("contract-signed.pdf"))
        #expect(output.starts(with: input ?? []) && output.count - (input?.count ?? 0) < 8_192)
        let verified = try await place.jeton("verify", "contract-signed.pdf", "--trust", "ca.pem").exits(0)
        verified.prints(
            "contract-signed.pdf: valid, 1 signature",
            "CN=Anna Muster",
            "Riga",
            "covers:     the whole file"
        )
        try await place.acceptedElsewhere("contract-signed.pdf", signatures: 1)
        // One altered byte of the page.
        let index = try #require(output.indices.first { output[$0...].starts(with: "(Contract)".utf8) }) + 1
        var altered = output
        altered[index] ^= 1
        try place.directory.write(altered, to: "altered.pdf")
        try await place.jeton("verify", "altered.pdf", "--trust", "ca.pem").exits(1).prints("altered.pdf: not valid")
    }

    @Test("The content decides the format, unless an option does")
    func formats() async throws {
        let place = try await place()
        try place.directory.write("a letter\n", to: "letter")
        let answer = try await place.withPIN("sign", "contract.pdf", "letter", "--key", "signer", "--json").exits(0)
        let document = try answer.json()
        #expect(document["results"].list.map { $0["format"].text } == ["pades", "cms"])
        #expect(document["results"].list.map { $0["output"].text } == ["contract-signed.pdf", "letter.p7s"])
        try await place.withPIN("sign", "contract.pdf", "--key", "signer", "--format", "cades").exits(0)
            .says("contract.pdf.p7s: signed by")
        // A PDF without a signature inside stands for the one beside it.
        try await place.jeton("verify", "contract.pdf", "--trust", "ca.pem").exits(0).prints("contract.pdf.p7s: valid")
        try await place.withPIN("sign", "letter", "--key", "signer", "--format", "pades").exits(7).says("not a PDF")
        try await place.withPIN("sign", "letter", "--key", "signer", "--reason", "x", "--force").exits(2).says(
            "--reason"
        )
        try await place.jeton("verify", "contract-signed.pdf", "--out", "x").exits(2)
        try FileManager.default.removeItem(atPath: place.directory.path("contract.pdf.p7s"))
        try await place.jeton("verify", "contract.pdf").exits(1).prints("not signed")
    }

    @Test("A certification is respected and shown; signatures follow it where it permits them")
    func certification() async throws {
        let place = try await place()
        let sign = ["--key", "signer"] + Workplace.pinOption
        try await place.jeton(["sign", "contract.pdf", "--certify", "no-changes", "--out", "closed.pdf"] + sign).exits(
            0
        )
        try await place.jeton(["sign", "closed.pdf", "--out", "x.pdf"] + sign).exits(5).says("no changes are allowed")
        #expect(place.contents("x.pdf") == nil)
        try await place.jeton(["sign", "contract.pdf", "--certify", "forms", "--out", "open.pdf"] + sign).exits(0)
        try await place.jeton(["sign", "open.pdf", "--field", "Seller", "--out", "both.pdf"] + sign).exits(0)
        let found = try await place.jeton("verify", "both.pdf", "--trust", "ca.pem", "--json").exits(0).json()
        #expect(found["signatures"].list.map { $0["kind"].text } == ["certification", "signature"])
        #expect(found["signatures"][0]["permission"].text == "forms")
        #expect(found["signatures"][0]["changes"][0]["kind"].text == "signature")
        try await place.acceptedElsewhere("both.pdf", signatures: 2)
        let shown = try await place.jeton("pdf", "show", "both.pdf").exits(0)
        shown.prints("certification (forms)", "Seller", "signed", "1 page")
        let json = try await place.jeton("pdf", "show", "both.pdf", "--json").exits(0).json()
        #expect(json["revisions"].list.count == 3 && json["signatures"][1]["revision"].number == 3)
        try await place.jeton("pdf", "show", "pin").exits(7).says("not a PDF")
    }

    @Test("A visible signature shows text in three scripts and drawn lines, and stays small")
    func visible() async throws {
        let place = try await place()
        let options = ["--rectangle", "72,500,240,60", "--reason", "Утверждено", "--location", "Ρόδος"]
        let sign = ["sign", "contract.pdf", "--key", "signer", "--force"] + Workplace.pinOption
        try await place.jeton(sign + options).exits(0)
        let size = (place.contents("contract-signed.pdf")?.count ?? 0) - (place.contents("contract.pdf")?.count ?? 0)
        #expect(size > 0 && size < 20_480)
        try await place.acceptedElsewhere("contract-signed.pdf", signatures: 1)
        let text = try await place.run("pdftotext", "contract-signed.pdf", "-")
        for word in ["Anna Muster", "Утверждено", "Ρόδος"] { #expect(text.text.contains(word), "\(text.text)") }
        try place.directory.write("M 0 0 L 50 50 C 60 60 70 20 100 0", to: "strokes")
        try await place.jeton(sign + options + ["--strokes", "strokes", "--text", "{name}\\n{reason}"]).exits(0)
        try await place.jeton("verify", "contract-signed.pdf", "--trust", "ca.pem").exits(0)
        try await place.jeton(sign + ["--text", "x"]).exits(2).says("--rectangle")
        try await place.jeton(sign + ["--rectangle", "1,2,3"]).exits(2).says("not a valid rectangle")
        try await place.jeton(sign + options + ["--text", "مرحبا"]).exits(7).says("needs shaping")
    }

    @Test("What was changed after a signature is named, and makes it not valid")
    func changed() async throws {
        let place = try await place()
        try await place.withPIN("sign", "contract.pdf", "--key", "signer").exits(0)
        let signed = try #require(place.contents("contract-signed.pdf"))
        let text = "<</Length 3>>\nstream\nq Q\nendstream"
        try place.directory.write(MadePDF.append([(3, text)], to: signed), to: "changed.pdf")
        let found = try await place.jeton("verify", "changed.pdf", "--trust", "ca.pem").exits(1)
        found.prints("changed.pdf: not valid", "failed: what page 1 shows was changed", "revision 2 of 3")
    }

    @Test(
        "What pyHanko signs is valid here, and one altered byte is not",
        .enabled(if: PythonClients.areExpected)
    )
    func pyHanko() async throws {
        let place = try await place()
        try await place.issue("other", ["keyUsage=critical,digitalSignature,nonRepudiation"])
        let made = try await place.run(
            PythonClients.program("pyhanko"),
            "sign",
            "addsig",
            "--field",
            "Sig",
            "--use-pades",
            "pemder",
            "--key",
            "other.key",
            "--cert",
            "other.pem",
            "--no-pass",
            "contract.pdf",
            "foreign.pdf"
        )
        #expect(made.exitStatus == 0, "\(made.text)\(made.errorText)")
        try await place.jeton("verify", "foreign.pdf", "--trust", "ca.pem").exits(0).prints("foreign.pdf: valid")
        // A second signature by jeton leaves pyHanko's valid.
        try await place.withPIN("sign", "foreign.pdf", "--key", "signer").exits(0)
        try await place.jeton("verify", "foreign-signed.pdf", "--trust", "ca.pem").exits(0).prints("2 signatures")
        try await place.acceptedElsewhere("foreign-signed.pdf", signatures: 2)
        var altered = try #require(place.contents("foreign.pdf"))
        altered[20] ^= 1
        try place.directory.write(altered, to: "altered.pdf")
        let refused = try await place.jeton("verify", "altered.pdf", "--trust", "ca.pem")
        #expect(refused.code == 1, "\(refused.testDescription)")
    }
}

extension Workplace {
    /// Makes a key `signer` whose certificate, with the extensions that signers of documents need, is on the token.
    func makePDFSigner(_ type: String = "ec:p256", _ extensions: [String] = []) async throws {
        try await openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "ca.key",
            "-out",
            "ca.pem",
            "-days",
            "2",
            "-subj",
            "/CN=Test Authority",
            "-addext",
            "keyUsage=critical,keyCertSign,cRLSign",
            "-batch"
        )
        try await makeKey("signer", type: type)
        try await withPIN("csr", "create", "--key", "signer", "--subject", "CN=Anna Muster", "--out", "signer.csr")
            .exits(0)
        try await certify("signer", ["keyUsage=critical,digitalSignature,nonRepudiation"] + extensions)
        try await withPIN("cert", "import", "signer.pem").exits(0)
    }

    /// Has other programs check a signed PDF.
    func acceptedElsewhere(_ file: String, signatures: Int) async throws {
        let syntax = try await run("qpdf", "--check", file)
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        try FileManager.default.createDirectory(atPath: directory.path("nss"), withIntermediateDirectories: true)
        _ = try await run("certutil", "-N", "-d", "sql:nss", "--empty-password")
        let poppler = try await run("pdfsig", "-nocert", "-nssdir", "sql:nss", file)
        let valid = poppler.text.components(separatedBy: "Signature is Valid.").count - 1
        #expect(valid == signatures, "\(poppler.text)\(poppler.errorText)")
        let fitz = try await run("mutool", "sign", "-v", file)
        #expect(!(fitz.text + fitz.errorText).contains("invalidated"), "\(fitz.text)\(fitz.errorText)")
        guard PythonClients.areExpected else { return }
        let judged = try await run(
            PythonClients.program("pyhanko"),
            "sign",
            "validate",
            "--pretty-print",
            "--no-revocation-check",
            "--trust",
            "ca.pem",
            "--trust-replace",
            file
        )
        let found = judged.text.components(separatedBy: "The signature is judged VALID.").count - 1
        #expect(found == signatures, "\(judged.text)\(judged.errorText)")
    }
}

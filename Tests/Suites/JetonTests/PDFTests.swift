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
        try place.directory.write(output + Array("more".utf8), to: "longer.pdf")
        let longer = try await place.jeton("verify", "longer.pdf", "--trust", "ca.pem").exits(1)
        longer.prints("longer.pdf: not valid", "outcome:    TOTAL-FAILED, FORMAT_FAILURE")
        #expect(!longer.text.contains("TOTAL-PASSED"))
        try await place.jeton("verify", "contract-signed.pdf", "--extract", "box").exits(2).says("--extract applies to")
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

    @Test("Drawn strokes of points are drawn, and a damaged file of them is refused with its line")
    func strokes() async throws {
        let place = try await place()
        let sign =
            ["sign", "contract.pdf", "--key", "signer", "--force", "--rectangle", "72,500,240,60"]
            + ["--strokes", "strokes.json"] + Workplace.pinOption
        let points = """
            [[{"x": 0, "y": 0, "pressure": 0.2, "time": 10}, {"x": 30.5, "y": 4e1, "pressure": 0.9, "time": 20}],
             [{"x": 40, "y": 12, "time": 31}]]
            """
        try place.directory.write(points, to: "strokes.json")
        try await place.jeton(sign).exits(0)
        try await place.acceptedElsewhere("contract-signed.pdf", signatures: 1)
        for (faulty, words) in [
            (points.replacing("0.9", with: "1.9"), "line 1: expected lines of points"),
            (points.replacing("\"y\": 12", with: "\"z\": 12"), "line 2: expected lines of points"),
            (points.replacing("31}", with: "null}"), "line 2"), ("[]", "without points"), ("[[[]]]", "line 1"),
        ] {
            try place.directory.write(faulty, to: "strokes.json")
            try await place.jeton(sign).exits(7).says(words)
        }
    }

    @Test("One signature is shown on many pages, or where a text stands, and other programs accept it")
    func placed() async throws {
        let place = try await place()
        try place.directory.write(MadePDF(pages: 3).bytes(), to: "contract.pdf")
        let sign =
            ["sign", "contract.pdf", "--key", "signer", "--force", "--rectangle", "0,-40,180,30"] + Workplace.pinOption
        let anchored = sign + ["--at-text", "Contract"]
        try await place.jeton(anchored).exits(6).says("appears on the pages 1, 2, 3", "--page")
        try await place.jeton(sign + ["--at-text", "Nowhere"]).exits(3).says("'Nowhere' is not on any page")
        try await place.jeton(sign + ["--page", "3-1"]).exits(2).says("not a valid list of pages")
        try await place.jeton(sign + ["--page", "4"]).exits(2).says("page 4 does not exist")
        try await place.jeton(anchored + ["--page", "2"]).exits(0)
        try await place.acceptedElsewhere("contract-signed.pdf", signatures: 1)
        try await place.jeton(anchored + ["--page", "all"]).exits(0)
        let shown = try await place.jeton("pdf", "show", "contract-signed.pdf", "--json").exits(0).json()
        #expect(shown["fields"].list.count == 1)
        try await place.acceptedElsewhere("contract-signed.pdf", signatures: 1, shown: 3)
        let text = try await place.run("pdftotext", "contract-signed.pdf", "-")
        #expect(text.text.components(separatedBy: "Anna Muster").count == 4, "\(text.text)")
        // A second signature beside the first one.
        let second = ["sign", "contract-signed.pdf", "--key", "signer", "--out", "both.pdf"] + Workplace.pinOption
        try await place.jeton(second + ["--rectangle", "300,100,180,30", "--page", "1,3"]).exits(0)
        try await place.jeton("verify", "both.pdf", "--trust", "ca.pem").exits(0).prints("2 signatures")
        try await place.acceptedElsewhere("both.pdf", signatures: 2, shown: 5)
    }

    @Test("Images become the pages of a PDF/A, which is signed visibly")
    func images() async throws {
        let place = try await place()
        try place.directory.write(MadePNG.bytes("rgba"), to: "scan.png")
        let drawn = try await place.run("pdftoppm", "-jpeg", "-r", "50", "-singlefile", "contract.pdf", "photo")
        #expect(drawn.exitStatus == 0, "\(drawn.errorText)")
        let made = try await place.jeton("pdf", "from-image", "photo.jpg", "scan.png", "--out", "made.pdf").exits(0)
        made.says("made.pdf: PDF/A-2b, 2 pages")
        let syntax = try await place.run("qpdf", "--check", "made.pdf")
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        let info = try await place.run("pdfinfo", "made.pdf")
        #expect(info.text.contains("Pages:           2") && info.text.contains("A4"), "\(info.text)\(info.errorText)")
        // JPEG goes in as it is.
        let listed = try await place.run("pdfimages", "-all", "made.pdf", "image")
        #expect(listed.exitStatus == 0 && place.contents("image-000.jpg") == place.contents("photo.jpg"))
        let sign = ["sign", "made.pdf", "--key", "signer", "--rectangle", "72,72,200,60"] + Workplace.pinOption
        try await place.jeton(sign).exits(0)
        try await place.acceptedElsewhere("made-signed.pdf", signatures: 1)
        try await place.jeton("pdf", "from-image", "photo.jpg").exits(0)
        try await place.jeton("pdf", "from-image", "photo.jpg").exits(7).says("photo.pdf exists")
        try await place.jeton("pdf", "from-image", "contract.pdf", "--out", "x.pdf").exits(7).says("neither JPEG nor")
        #expect(place.contents("x.pdf") == nil)
        try await place.jeton("pdf", "from-image", "photo.jpg", "--resolution", "50").exits(2).says("--page-size image")
        let own = ["--page-size", "image", "--resolution", "50", "--force"]
        try await place.jeton(["pdf", "from-image", "photo.jpg"] + own).exits(0)
        let size = try await place.run("pdfinfo", "photo.pdf")
        #expect(size.text.contains("612 x 792 pts"), "\(size.text)")
    }

    @Test("Images are made smaller by libturbojpeg, and an error names its package where it is missing")
    func smaller() async throws {
        let place = try await place()
        let drawn = try await place.run("pdftoppm", "-jpeg", "-r", "100", "-singlefile", "contract.pdf", "photo")
        #expect(drawn.exitStatus == 0, "\(drawn.errorText)")
        try place.directory.write(MadePNG.bytes("palette"), to: "scan.png")
        let command = ["pdf", "from-image", "photo.jpg", "scan.png", "--out", "made.pdf"]
        let options = ["--quality", "30", "--grayscale", "--max-resolution", "50"]
        try await place.jeton(command + options).exits(0).says("made.pdf: PDF/A-2b, 2 pages")
        let listed = try await place.run("pdfimages", "-list", "made.pdf")
        #expect(listed.text.components(separatedBy: " gray ").count == 3, "\(listed.text)")
        #expect(listed.text.components(separatedBy: " jpeg ").count == 3, "\(listed.text)")
        let sign = ["sign", "made.pdf", "--key", "signer", "--rectangle", "72,72,200,60"] + Workplace.pinOption
        try await place.jeton(sign).exits(0)
        try await place.acceptedElsewhere("made-signed.pdf", signatures: 1)
        for (option, value) in [("--quality", "0"), ("--quality", "101"), ("--max-resolution", "9")] {
            try await place.jeton(command + [option, value]).exits(2).says("\(option) must be between")
        }
        let photograph = try #require(place.contents("photo.jpg"))
        try place.directory.write(photograph.prefix(photograph.count / 2), to: "cut.jpg")
        try await place.jeton("pdf", "from-image", "cut.jpg", "--quality", "50").exits(7)
            .says("cut.jpg is damaged: a JPEG image without an end")
        try await place.jeton("pdf", "from-image", "cut.jpg").exits(7).says("cut.jpg is damaged")
        // A library that the linker can't load stands before the system's.
        try place.directory.write("", to: "libturbojpeg.so.0")
        let broken = ["LD_LIBRARY_PATH": place.directory.path]
        let again = command + ["--force"]
        try await place.jeton(again + options, environment: broken).exits(7)
            .says("photo.jpg: libturbojpeg is not available").says("apt-get install libturbojpeg0")
        try await place.jeton(again, environment: broken).exits(0)
    }

    @Test("An Ed25519 key signs a PDF, and pyHanko finds the signature valid")
    func edwards() async throws {
        let place = try await place("ed25519")
        try await place.withPIN("sign", "contract.pdf", "--key", "signer").exits(0)
        try await place.jeton("verify", "contract-signed.pdf", "--trust", "ca.pem").exits(0).prints("valid")
        // The CMS of OpenSSL 3.0 does not verify Ed25519 with signed attributes.
        try PythonClients.require(.pyHanko, .pyHankoProgram)
        let pyHanko = PythonClients.program("pyhanko")
        let options = ["--pretty-print", "--no-revocation-check", "--trust", "ca.pem", "--trust-replace"]
        let judged = try await place.run(pyHanko, "sign", "validate", and: options + ["contract-signed.pdf"])
        #expect(judged.text.contains("The signature is judged VALID."), "\(judged.text)\(judged.errorText)")
    }

    @Test("What was changed after a signature is named, and makes it not valid")
    func changed() async throws {
        let place = try await place()
        try await place.withPIN("sign", "contract.pdf", "--key", "signer").exits(0)
        let signed = try #require(place.contents("contract-signed.pdf"))
        let text = "<</Length 3>>\nstream\nq Q\nendstream"
        try place.directory.write(MadePDF.append([(3, text)], to: signed), to: "changed.pdf")
        let found = try await place.jeton("verify", "changed.pdf", "--trust", "ca.pem").exits(1)
        found.prints("changed.pdf: not valid", "failed: the content of page 1 was changed", "revision 2 of 3")
    }

    @Test(
        "What pyHanko signs is valid here, and one altered byte is not",
        .enabled(
            if: PythonClients.areExpected(.pyHanko, .pyHankoProgram),
            "pyHanko is not installed: scripts/bootstrap"
        )
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

    /// Writes the last signature of a PDF to `signature.p7s`, and the bytes that it covers to `covered`.
    func extractSignature(_ file: String) throws {
        let bytes = try #require(contents(file))
        let text = String(decoding: bytes, as: Unicode.ASCII.self)
        let match = try #require(text.matches(of: /\/ByteRange \[0 (\d+) (\d+) (\d+) *\]/).last)
        let numbers = try [match.1, match.2, match.3].map { try #require(Int($0)) }
        let digits = bytes[(numbers[0] + 1)..<(numbers[1] - 1)].map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        let message = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        // A sequence with a length of two bytes; what fills the room is left out.
        let size = Int(message[2]) << 8 | Int(message[3])
        #expect(message[0] == 0x30 && message[1] == 0x82)
        try directory.write(Array(message[..<(4 + size)]), to: "signature.p7s")
        try directory.write(Array(bytes[..<numbers[0]] + bytes[numbers[1]...].prefix(numbers[2])), to: "covered")
    }

    /// Has other programs check a signed PDF.
    ///
    /// Poppler counts a signature as often as pages show it.
    func acceptedElsewhere(_ file: String, signatures: Int, shown: Int? = nil) async throws {
        let syntax = try await run("qpdf", "--check", file)
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        if contents("nss/cert9.db") == nil {
            try FileManager.default.createDirectory(atPath: directory.path("nss"), withIntermediateDirectories: true)
            _ = try await run("certutil", "-N", "-d", "sql:nss", "--empty-password")
        }
        let poppler = try await run("pdfsig", "-nocert", "-nssdir", "sql:nss", file)
        let valid = poppler.text.components(separatedBy: "Signature is Valid.").count - 1
        #expect(valid == shown ?? signatures, "\(poppler.text)\(poppler.errorText)")
        let fitz = try await run("mutool", "sign", "-v", file)
        #expect(!(fitz.text + fitz.errorText).contains("invalidated"), "\(fitz.text)\(fitz.errorText)")
        guard PythonClients.warn(without: .pyHanko, .pyHankoProgram) else { return }
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

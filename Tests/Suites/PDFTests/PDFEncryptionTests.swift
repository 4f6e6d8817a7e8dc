import Foundation
import JetonPDF
import TestRig
import Testing

/// Documents that open without a password, as qpdf encrypts them.
@Suite("Encrypted PDF")
struct PDFEncryptionTests {
    static let methods = [
        "40 --", "128 --use-aes=n --", "128 --use-aes=y --", "128 --cleartext-metadata --use-aes=y --", "256 --",
    ]

    /// A document that qpdf encrypted.
    private func encrypted(
        _ place: PDFPlace,
        _ method: String,
        user: String = "",
        streams: String = "disable",
        more: [String] = []
    ) async throws -> [UInt8] {
        try place.write(MadePDF(pages: 2).bytes(), "plain.pdf")
        var words = method.split(separator: " ").map(String.init)
        words.insert(contentsOf: more, at: 1)
        let made = try await ChildProcess.run(
            ["qpdf", "--allow-weak-crypto", "--object-streams=\(streams)", "--encrypt", user, "owner"] + words
                + [place.directory.path("plain.pdf"), place.directory.path("encrypted.pdf")]
        )
        #expect(made.exitStatus == 0, "\(made.errorText)")
        return try Array(Data(contentsOf: URL(filePath: place.directory.path("encrypted.pdf"))))
    }

    private func options() throws -> PDFSignatureOptions {
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 72, bottom: 72, width: 240, height: 60)
        appearance.lines = ["Подписано"]
        appearance.font = try TrueTypeFont(
            Array(Data(contentsOf: URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")))
        )
        options.appearance = appearance
        options.reason = "Zustimmung für Ä"
        options.name = "(a) name"
        return options
    }

    @Test(
        "A document that opens without a password is signed, and poppler and qpdf read what was added",
        arguments: methods,
        ["disable", "generate"]
    )
    func signed(method: String, streams: String) async throws {
        let place = try await PDFPlace()
        let document = try await encrypted(place, method, streams: streams)
        let signed = try place.sign(document, as: "signed.pdf", options())
        #expect(signed.starts(with: document))
        #expect(signed.firstRange(of: Array("(a) name".utf8)) == nil, "a string in clear")
        let report = try place.verified(signed)
        #expect(report.isValid, "\(report.signatures.map(\.outcome))")
        #expect(report.signatures[0].statement?.reason == "Zustimmung für Ä")
        #expect(report.signatures[0].statement?.name == "(a) name")
        let again = try place.sign(signed, as: "again.pdf")
        #expect(try place.verified(again).isValid)
        let path = place.directory.path("again.pdf")
        let syntax = try await ChildProcess.run(["qpdf", "--check", path])
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        let text = try await ChildProcess.run(["pdftotext", path, "-"])
        #expect(text.text.contains("Contract") && text.text.contains("Подписано"), "\(text.text)\(text.errorText)")
        let signatures = try await ChildProcess.run(["pdfsig", "-nocert", path])
        let valid = signatures.text.components(separatedBy: "Signature is Valid.").count - 1
        #expect(valid == 2, "\(signatures.text)\(signatures.errorText)")
        // What was encrypted is read: the place of a text in the content of a page.
        var anchored = try options()
        anchored.anchor = "Contract"
        anchored.appearance?.rectangle = SignatureAppearance.Rectangle(left: 0, bottom: -90, width: 240, height: 60)
        anchored.pages = .numbers([2])
        _ = try place.sign(document, as: "anchored.pdf", anchored)
        // One altered byte of the first page.
        var altered = signed
        altered[document.count / 2] ^= 1
        #expect((try? place.verified(altered).isValid) != true)
    }

    @Test("A document that needs a password is refused", arguments: methods)
    func password(method: String) async throws {
        let place = try await PDFPlace()
        let document = try await encrypted(place, method, user: "secret")
        #expect(throws: PDFError(.encrypted)) { try PDFDocument(PDFMemory(document)) }
    }

    @Test("What the owner forbids is refused", arguments: ["128 --use-aes=y --", "256 --"])
    func permissions(method: String) async throws {
        let place = try await PDFPlace()
        let document = try await encrypted(place, method, more: ["--modify=none"])
        #expect(throws: PDFError(.notPermitted)) { try place.sign(document, as: "x.pdf") }
        let forms = try await encrypted(place, method, more: ["--modify=form"])
        #expect(throws: PDFError(.notPermitted)) { try place.sign(forms, as: "x.pdf") }
    }

    @Test("Another encryption behind a signature is a change that no signature permits")
    func changed() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "plain.pdf")
        // The dictionary of another file, whose user password is empty as well.
        let document = try await encrypted(place, "128 --use-aes=n --")
        let identifier = try #require(PDFDocument(PDFMemory(document)).trailer["ID"]?.array?.first?.string)
        let digits = identifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let filter = try #require(document.firstRange(of: Array("/Filter /Standard".utf8)))
        let head = document[..<filter.lowerBound]
        let start = try #require(head.indices.last { head[$0...].starts(with: "obj\n".utf8) }) + 4
        let end = try #require(document[start...].firstRange(of: Array("\nendobj".utf8))).lowerBound
        let dictionary = document[start..<end]
        let trailer = "/Encrypt 60 0 R /ID [<\(digits)> <\(digits)>]"
        let placeholder = String(repeating: "@", count: dictionary.count)
        var added = MadePDF.append([(60, placeholder)], trailer: trailer, to: signed)
        added.replaceSubrange(try #require(added.firstRange(of: Array(placeholder.utf8))), with: dictionary)
        let report = try place.verified(added)
        #expect(!report.isValid && report.signatures.flatMap(\.changes).contains { $0.detail.contains("encryption") })
    }
}

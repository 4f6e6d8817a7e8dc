import Foundation
import JetonPDF
import TestRig
import Testing

@Suite("Signatures in PDF")
struct PDFSignatureTests {
    private func verified(_ bytes: [UInt8], _ place: PDFPlace) throws -> PDFReport {
        try PDFVerifier(place.policy).verify(PDFDocument(PDFMemory(bytes)))
    }

    @Test("A signature is appended, and holds", arguments: MadePDF.CrossReferences.allCases)
    func signed(kind: MadePDF.CrossReferences) async throws {
        let place = try await PDFPlace()
        let document = MadePDF(pages: 2).bytes(kind)
        var options = PDFSignatureOptions()
        options.pages = .numbers([2])
        options.reason = "Zustimmung für Ä"
        let signed = try place.sign(document, as: "signed.pdf", options)
        #expect(signed.starts(with: document))
        let report = try verified(signed, place)
        #expect(report.isValid && report.signatures.map(\.field) == ["Signature1"])
        let opened = try PDFDocument(PDFMemory(signed))
        #expect(opened.revisionCount == 2 && !opened.isRecovered)
        let output = try await ChildProcess.run(["qpdf", "--check", place.directory.path("signed.pdf")])
        #expect(output.exitStatus == 0, "\(output.text)\(output.errorText)")
    }

    @Test(
        "pdfsig and mutool accept a signature, and a second one beside it",
        arguments: MadePDF.CrossReferences.allCases
    )
    func foreign(kind: MadePDF.CrossReferences) async throws {
        let place = try await PDFPlace()
        let first = try place.sign(MadePDF().bytes(kind), as: "first.pdf")
        let second = try place.sign(first, as: "second.pdf")
        let report = try verified(second, place)
        #expect(report.isValid && report.signatures.map(\.field) == ["Signature1", "Signature2"])
        #expect(report.signatures.map(\.coversWholeFile) == [false, true])
        let path = place.directory.path("second.pdf")
        let certificates = place.directory.path("nss")
        try FileManager.default.createDirectory(atPath: certificates, withIntermediateDirectories: true)
        _ = try await ChildProcess.run(["certutil", "-N", "-d", "sql:\(certificates)", "--empty-password"])
        let poppler = try await ChildProcess.run(["pdfsig", "-nocert", "-nssdir", "sql:\(certificates)", path])
        #expect(poppler.text.components(separatedBy: "Signature is Valid.").count == 3, "\(poppler.text)")
        let fitz = try await ChildProcess.run(["mutool", "sign", "-v", path])
        #expect(!(fitz.text + fitz.errorText).contains("invalidated"), "\(fitz.text)\(fitz.errorText)")
    }

    @Test("Each altered byte that a signature covers is noticed")
    func altered() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "signed.pdf")
        let contents = try #require(signed.indices.first { signed[$0...].starts(with: "/Contents <3".utf8) }) + 10
        let end = try #require(signed[contents...].firstIndex(of: UInt8(ascii: ">")))
        // What the signature itself holds is not all signed: the certificates beside the signer's are not.
        for index in stride(from: 0, to: signed.count, by: 37) where !(contents...end).contains(index) {
            var bytes = signed
            bytes[index] ^= 0x01
            #expect((try? verified(bytes, place))?.isValid != true, "byte \(index)")
        }
        // What fills the room behind the message is a part of nothing.
        var bytes = signed
        bytes[end - 1] = UInt8(ascii: "1")
        #expect(try verified(bytes, place).isValid)
    }

    @Test("What is appended after the signature is not covered")
    func appended() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "signed.pdf")
        let report = try verified(signed + Array("\n% more\n".utf8), place)
        #expect(report.isIntact && !report.isValid)
    }

    @Test("A message whose length is not stated is told from what fills the room behind it, as other programs write it")
    func indefiniteLength() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "signed.pdf")
        let head = Array("/Contents <".utf8)
        let start = try #require(signed.indices.first { signed[$0...].starts(with: head + Array("3082".utf8)) })
        let digits = start + head.count
        let length = try #require(Int(String(decoding: signed[(digits + 4)..<(digits + 8)], as: UTF8.self), radix: 16))
        let end = digits + 8 + length * 2
        let body = Array("3080".utf8) + signed[(digits + 8)..<end] + Array("0000".utf8)
        let report = try verified(signed[..<digits] + body + signed[end...], place)
        #expect(report.isValid && report.signatures[0].coversWholeFile)
        // Some programs leave there what they had in memory.
        let more = body + Array("01".utf8) + signed[(end + 2)...]
        #expect(try verified(signed[..<digits] + more, place).isValid)
    }

    @Test("An empty field is filled, and one that is signed is not")
    func fields() async throws {
        let place = try await PDFPlace()
        var made = MadePDF(catalog: "/AcroForm 6 0 R")
        made.objects += [
            "<</Fields [7 0 R 8 0 R]>>", "<</FT /Sig /T (Buyer) /Subtype /Widget /Rect [0 0 0 0] /P 5 0 R>>",
            "<</FT /Sig /T (Seller) /Subtype /Widget /Rect [0 0 0 0] /P 5 0 R>>",
        ]
        var options = PDFSignatureOptions()
        options.field = "Seller"
        let first = try place.sign(made.bytes(), as: "a.pdf", options)
        #expect(try verified(first, place).signatures.map(\.field) == ["Seller"])
        #expect(throws: PDFError(.invalidArgument)) { try place.sign(first, as: "b.pdf", options) }
        let second = try place.sign(first, as: "c.pdf")
        #expect(try verified(second, place).signatures.map(\.field) == ["Buyer", "Seller"])
    }

    @Test("A document that is certified against every change is not signed, an encrypted one not opened")
    func refused() async throws {
        let place = try await PDFPlace()
        var made = MadePDF(catalog: "/Perms <</DocMDP 6 0 R>>")
        made.objects.append(
            "<</Type /Sig /Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</P 1>>>>]>>"
        )
        #expect(throws: PDFError(.notPermitted)) { try place.sign(made.bytes(), as: "a.pdf") }
        made.objects[5] = made.objects[5].replacing("/P 1", with: "/P 2")
        _ = try place.sign(made.bytes(), as: "a.pdf")
        made = MadePDF()
        made.trailer = "/Encrypt <</Filter /Standard>>"
        #expect(throws: PDFError(.encrypted)) { try PDFDocument(PDFMemory(made.bytes())) }
    }
}

import Foundation
import TestRig
import Testing

@testable import JetonPDF

@Suite("Reading PDF")
struct PDFReaderTests {
    private func object(_ text: String) throws -> PDFObject {
        var parser = PDFParser(Array(text.utf8), limits: PDFLimits())
        return try parser.readObject()
    }

    @Test("Every form of an object is read")
    func forms() throws {
        #expect(try object("true") == .boolean(true))
        #expect(try object(" % a comment\n -17 ") == .integer(-17))
        #expect(try object("+.5") == .real(Array("+.5".utf8)))
        #expect(try object("/A#42#20c") == .name("AB c"))
        #expect(try object("(a(b)\\)\\n\\101\\\r\nc\rd)") == .string(Array("a(b))\nAc\nd".utf8)))
        #expect(try object("<4a 4B5>") == .string([0x4A, 0x4B, 0x50]))
        #expect(try object("[1 0 R 2 3]") == .array([.reference(PDFReference(1)), .integer(2), .integer(3)]))
        #expect(try object("<</A 1/B null/C<</D[/E]>>>>").dictionary?["C"]?.dictionary?["D"] == .array([.name("E")]))
        #expect(try object("<</A 1/B null>>").dictionary?["B"] == nil)
        #expect(try object("<</A 1/A 2>>").dictionary?.hasDuplicateKeys == true)
    }

    @Test(
        "What is no object is refused",
        arguments: ["", "<<", "<</A", "<</A>>", "<<1 2>>", "(a", "<4g>", "[1", "1.2.3", "--1", "endobj", ">>", "]"]
    )
    func refused(text: String) {
        #expect(throws: PDFError.self) { try object(text) }
    }

    @Test("Objects nest to a limit")
    func depth() throws {
        let limit = PDFLimits().depth
        _ = try object(String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
        #expect(throws: PDFError(.limitExceeded)) { try object(String(repeating: "[", count: 1_000_000)) }
    }

    @Test("A document is read by tables and by streams", arguments: MadePDF.CrossReferences.allCases)
    func document(kind: MadePDF.CrossReferences) throws {
        let document = try PDFDocument(PDFMemory(MadePDF(pages: 3).bytes(kind)))
        #expect(!document.isRecovered && document.revisionCount == 1)
        #expect(try document.page(3).reference == PDFReference(7))
        #expect(throws: PDFError(.invalidArgument)) { try document.page(4) }
        #expect(try document.signatureFields().isEmpty)
    }

    @Test(
        "A document with bytes in front of its header is read, and nothing is appended, for that reason",
        arguments: MadePDF.CrossReferences.allCases,
        ["HTTP/1.1 200 OK\r\n\r\n", "%!"]
    )
    func shifted(kind: MadePDF.CrossReferences, junk: String) throws {
        let whole = MadePDF(pages: 2).bytes(kind)
        let document = try PDFDocument(PDFMemory(Array(junk.utf8) + whole))
        #expect(document.isRecovered && document.shift == junk.utf8.count)
        #expect(document.damage.hasPrefix("\(junk.utf8.count) bytes are in front of %PDF-"))
        #expect(try document.page(2).reference == PDFReference(6))
        let refusal = #expect(throws: PDFError(.malformed)) { try PDFRevision(of: document) }
        #expect(refusal?.description.contains("in front of %PDF-") == true)
        // Without such bytes, or where the places are wrong in any case, nothing of the kind is said.
        #expect(try PDFDocument(PDFMemory(whole)).shift == 0)
        let cut = try PDFDocument(PDFMemory(Array(junk.utf8) + whole.dropLast(30)))
        #expect(cut.isRecovered && cut.shift == 0 && cut.damage == "the cross-references are damaged")
    }

    @Test("A document whose cross-references are damaged is searched", arguments: MadePDF.CrossReferences.allCases)
    func recovered(kind: MadePDF.CrossReferences) throws {
        let whole = MadePDF(pages: 2).bytes(kind)
        let text = String(decoding: whole, as: UTF8.self)
        let start = try #require(text.range(of: "startxref"))
        let damaged: [[UInt8]] = [
            Array(String(text[..<start.lowerBound]).utf8),
            Array(text.replacingOccurrences("startxref\n", "startxref\n9").utf8),
            Array(text.replacingOccurrences("%PDF-1.7\n", "%PDF-1.7\n\n\n").utf8),
        ]
        for bytes in kind == .table ? damaged : [Array(whole[..<(whole.count - 30)])] {
            let document = try PDFDocument(PDFMemory(bytes))
            #expect(document.isRecovered)
            #expect(try document.page(2).value["Type"] == .name("Page"))
            #expect(throws: PDFError(.malformed)) { try PDFRevision(of: document) }
        }
    }

    @Test(
        "A place of the cross-references within the number of their stream counts as damaged",
        arguments: [(shift: 0, hides: true, isSafe: true), (1, true, false), (1, false, true)]
    )
    func withinNumber(shift: Int, hides: Bool, isSafe: Bool) throws {
        // The stream is object 11, of which the second digit is the number of an object too.
        let whole = MadePDF(pages: 6).bytes(.stream)
        let end = try #require(whole.indices.last { whole[$0...].starts(with: "startxref\n".utf8) })
        let digits = String(decoding: whole[(end + 10)...].prefix { $0 != 0x0A }, as: UTF8.self)
        let section = try #require(Int(digits))
        #expect(whole[section...].starts(with: "11 0 obj".utf8))
        let hidden = hides ? "3 0 obj\n(another text)\nendobj\n" : ""
        let lines = "\(hidden)startxref\n\(section + shift)\n%%EOF\n"
        let document = try PDFDocument(PDFMemory(Array(whole[..<end]) + Array(lines.utf8)))
        #expect(!document.isRecovered)
        #expect((try document.ambiguity() == nil) == isSafe)
    }

    @Test("Loops end in an error")
    func loops() throws {
        var made = MadePDF()
        made.objects[1] = "<</Type /Pages /Kids [2 0 R] /Count 1>>"
        #expect(throws: PDFError(.circular)) { try PDFDocument(PDFMemory(made.bytes())).page(1) }
        made = MadePDF(catalog: "/AcroForm <</Fields [6 0 R]>>")
        made.objects.append("<</T (a) /Kids [6 0 R]>>")
        #expect(throws: PDFError(.circular)) { try PDFDocument(PDFMemory(made.bytes())).signatureFields() }
        made.objects[5] = "6 0 R"
        #expect(throws: PDFError(.circular)) { try PDFDocument(PDFMemory(made.bytes())).signatureFields() }
    }

    @Test("No mutation of a document crashes the reader")
    func mutations() throws {
        for kind in MadePDF.CrossReferences.allCases {
            let whole = MadePDF(pages: 2, catalog: "/AcroForm <</Fields [] /SigFlags 3>>").bytes(kind)
            var random = UInt64(20_261_122)
            for _ in 0..<200 {
                var bytes = whole
                for _ in 0..<4 {
                    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let index = Int(random >> 33) % bytes.count
                    switch random >> 20 & 3 {
                    case 0: bytes[index] = UInt8(truncatingIfNeeded: random >> 12)
                    case 1: bytes.remove(at: index)
                    case 2: bytes.insert(UInt8(ascii: "9"), at: index)
                    default: bytes[index] ^= 1
                    }
                }
                do {
                    let document = try PDFDocument(PDFMemory(bytes))
                    _ = try document.signatureFields()
                    _ = try document.page(2)
                } catch let error { _ = error.code }
            }
        }
    }
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + self[range.upperBound...]
    }
}

import Foundation
import JetonASN1
import JetonCMS
import JetonX509
import Synchronization
import TestRig
import Testing

@testable import CertificateRig
@testable import XMLSignature

@Suite("Reading a long document back while it is written")
struct FollowedTests {
    static let document =
        "<all>"
        + String(repeating: "<row xmlns:x=\"urn:x\" id=\"7\"><x:n>Anna &amp; Otto</x:n></row>\n", count: 2_000)
        + "</all>"

    let rig: SignatureRig

    init() throws { rig = try SignatureRig() }

    /// Signs the document into an output, and says how often the output was opened afterwards.
    private func sign(
        _ output: inout SharedOutput,
        content: String = Self.document,
        parallel: Bool = false,
        signer: XMLSigner? = nil
    ) throws -> (report: XMLSignatureReport, reopened: Int) {
        var format = signer.map { XMLSignatureFormat(signer: $0) } ?? rig.format(.enveloped)
        format.isParallel = parallel
        var source = SmallPieces(Array(content.utf8))
        var reopened = 0
        let report = try format.sign(
            &source,
            key: rig.signer.key,
            algorithm: format.signer.algorithm(for: rig.signer.key),
            to: &output,
            following: output.reader,
            from: 20_000
        ) {
            reopened += 1
            return $0.reader
        }
        return (report, reopened)
    }

    @Test(
        "The octets of the output are read once, while they are written, and the document is valid",
        arguments: [false, true]
    )
    func followed(isParallel: Bool) throws {
        var output = SharedOutput()
        let (report, reopened) = try sign(&output, parallel: isParallel)
        #expect(reopened == 0 && report.signatures.map(\.signer.isIntact) == [true])
        #expect(report.signatures[0].uncoveredCount == 0)
        let result = try rig.verifyOne(output.text)
        #expect(result.signer.isValid, "\(result.signer.failures)")
        #expect(result.offset == report.signatures[0].offset)
    }

    @Test("A byte order mark, a prolog and an epilog stand around what is followed")
    func surroundings() throws {
        var output = SharedOutput()
        let content = "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- a -->" + Self.document + "\n<!-- b -->\n"
        let (report, reopened) = try sign(&output, content: content)
        #expect(reopened == 0 && report.signatures.map(\.signer.isIntact) == [true])
        let result = try rig.verifyOne(output.text)
        #expect(result.signer.isValid, "\(result.signer.failures)")
    }

    /// Properties that name the place of the signature in another way each time, as those of XAdES name its references.
    private func properties(
        _ context: XMLSigner.PropertiesContext
    ) throws(DocumentError) -> XMLSigner.SignatureProperties {
        let id = context.signatureID + "-properties"
        let opening =
            "<ds:Object><x:QualifyingProperties xmlns:x=\"\(XMLNames.xades)\" Target=\"#\(context.signatureID)\">"
        let digest = try context.hash.hash(rig.signer.certificate.derRepresentation)
        let certificate =
            "<x:SigningCertificateV2><x:Cert><x:CertDigest><ds:DigestMethod Algorithm=\"\(context.hash.uri ?? "")\">"
            + "</ds:DigestMethod><ds:DigestValue>\(Base64.encode(digest))</ds:DigestValue></x:CertDigest></x:Cert>"
            + "</x:SigningCertificateV2>"
        let about = "<x:DataObjectFormat ObjectReference=\"#\(context.references[0].id)\"></x:DataObjectFormat>"
        let object =
            opening + "<x:SignedProperties Id=\"\(id)\"><x:SignedSignatureProperties>\(certificate)"
            + "</x:SignedSignatureProperties><x:SignedDataObjectProperties>\(about)</x:SignedDataObjectProperties>"
            + "</x:SignedProperties></x:QualifyingProperties></ds:Object>"
        return XMLSigner.SignatureProperties(object: object, offset: opening.utf8.count, id: id)
    }

    @Test("Signed properties are digested where they will stand, and a change of them is noticed")
    func signedProperties() throws {
        var signer = rig.format(.enveloped).signer
        signer.properties = { context throws(DocumentError) in try properties(context) }
        var output = SharedOutput()
        let (report, reopened) = try sign(&output, signer: signer)
        #expect(reopened == 0 && report.signatures.map { $0.signer.isIntact } == [true])
        #expect(report.signatures[0].references.map { $0.role } == [.data, .signedProperties])
        let result = try rig.verifyOne(output.text)
        #expect(result.signer.isValid, "\(result.signer.failures)")
        let end = try #require(output.text.range(of: "</x:SignedProperties>"))
        let place = output.text[..<end.lowerBound].utf8.count - 40
        var faulty = SharedOutput(.changed, at: place)
        #expect(throws: DocumentError(.signatureMismatch, "")) { try sign(&faulty, signer: signer) }
    }

    @Test("A signer that asks a server about the content is asked once, and the document is read back afterwards")
    func digestedContents() throws {
        var signer = rig.format(.enveloped).signer
        signer.digestsContents = true
        let calls = Mutex(0)
        signer.properties = { context throws(DocumentError) in
            calls.withLock { $0 += 1 }
            #expect(context.contentDigest?.isEmpty == false)
            return try properties(context)
        }
        var output = SharedOutput()
        let (_, reopened) = try sign(&output, signer: signer)
        #expect(reopened == 1 && calls.withLock { $0 } == 1)
    }

    @Test("A short document is read back afterwards")
    func short() throws {
        var output = SharedOutput()
        let (report, reopened) = try sign(&output, content: "<a>text</a>")
        #expect(reopened == 1 && report.signatures.map(\.signer.isIntact) == [true])
    }

    @Test(
        "An output that changes, loses or adds a byte is not what was signed, wherever the byte is",
        arguments: [10, 30_000, 120_000],
        SharedOutput.Fault.allCases
    )
    func faults(place: Int, fault: SharedOutput.Fault) throws {
        var output = SharedOutput(fault, at: place)
        #expect(throws: DocumentError(.signatureMismatch, "")) { try sign(&output) }
    }

    @Test("A fault in the signature itself is noticed", arguments: SharedOutput.Fault.allCases)
    func signatureFaults(fault: SharedOutput.Fault) throws {
        // In SignedInfo, which stands right behind the rows, and in the certificate.
        for place in [Self.document.utf8.count + 200, Self.document.utf8.count + 1_200] {
            var output = SharedOutput(fault, at: place)
            #expect(throws: DocumentError(.signatureMismatch, ""), "\(place)") { try sign(&output) }
        }
    }

    @Test("A document that ends badly ends the reading too, which has begun")
    func refused() throws {
        for ending in ["<", "</b>", "<row>", "\u{1}"] {
            var output = SharedOutput()
            let content = String(Self.document.dropLast(6)) + ending
            #expect(throws: DocumentError(.malformed, "")) { try sign(&output, content: content) }
            #expect(output.reader.store.readings > 0)
        }
    }
}

/// An output in memory that another thread reads while it grows, and that may be faulty.
struct SharedOutput: ByteSink {
    /// What goes wrong with one byte.
    enum Fault: CaseIterable {
        case changed
        case lost
        case added
    }

    let reader = SharedReader()
    private let fault: (kind: Fault, place: Int)?
    private var count = 0

    init() { fault = nil }

    init(_ kind: Fault, at place: Int) { fault = (kind, place) }

    var text: String { String(decoding: reader.store.octets.withLock { $0 }, as: UTF8.self) }

    mutating func write(_ octets: Span<UInt8>) {
        var piece = octets.indices.map { octets[$0] }
        if let fault, (count..<count + piece.count).contains(fault.place) {
            let index = fault.place - count
            switch fault.kind {
            // To another character that may stand anywhere in text and names.
            case .changed: piece[index] = piece[index] == UInt8(ascii: "q") ? UInt8(ascii: "r") : UInt8(ascii: "q")
            case .lost: piece.remove(at: index)
            case .added: piece.insert(UInt8(ascii: "q"), at: index)
            }
        }
        count += octets.count
        reader.store.octets.withLock { $0 += piece }
    }
}

/// Reads such an output from its beginning.
struct SharedReader: ByteSource, Sendable {
    final class Store: Sendable {
        let octets = Mutex<[UInt8]>([])
        private let count = Mutex(0)

        var readings: Int { count.withLock { $0 } }

        func noteReading() { count.withLock { $0 += 1 } }
    }

    let store = Store()
    private var position = 0

    mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
        store.noteReading()
        let (room, start) = (buffer.count, position)
        let piece = store.octets.withLock { Array($0[start..<min($0.count, start + room)]) }
        for index in piece.indices { buffer[index] = piece[index] }
        position += piece.count
        return piece.count
    }
}

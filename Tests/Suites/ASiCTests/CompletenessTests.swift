import JetonASN1
import JetonCMS
import Testing

@testable import ASiC
@testable import CertificateRig
@testable import JetonX509

/// A place in memory for what is extracted.
private struct Extract {
    static func file(_ name: String, of container: Container) throws -> [UInt8] {
        var sink = MemorySink()
        try container.extract(name, to: &sink)
        return sink.octets
    }
}

@Suite("Everything in a container is covered, named or refused")
struct CompletenessTests {
    let rig: ContainerRig

    init() throws { rig = try ContainerRig() }

    static let additions: [(kind: ContainerKind, name: String, isNamedOnly: Bool)] = [
        (.extended, "META-INF/timestamp.tst", false), (.extended, "META-INF/archive_timestamp.tst", false),
        (.extended, "META-INF/evidencerecord.xml", true), (.extended, "META-INF/evidencerecord.ers", true),
        (.extended, "META-INF/ASiCEvidenceRecordManifest.xml", true), (.extended, "META-INF/more/", true),
        (.extended, "META-INF/a.txt", false), (.simple, "META-INF/timestamp.tst", false),
        (.simple, "META-INF/evidencerecord.ers", true),
    ]

    @Test(
        "What is added to META-INF is named, and makes the container invalid unless a standard lets it be added",
        arguments: additions
    )
    func added(kind: ContainerKind, name: String, isNamedOnly: Bool) throws {
        var files = try rig.files(rig.sign(kind, .xades))
        let before = try rig.assess(rig.archive(files))
        #expect(before.isValid && before.unchecked == (kind == .extended ? ["META-INF/manifest.xml"] : []))
        files.append((name, name.hasSuffix("/") ? [] : [1, 2, 3]))
        let report = try rig.assess(rig.archive(files))
        #expect(report.isValid == isNamedOnly, "\(report)")
        let named = report.unchecked + report.unsigned + report.faults
        #expect(named.contains { $0.contains(name) || $0.contains("timestamp") }, "\(named)")
        #expect(!isNamedOnly || report.unchecked.contains(name))
    }

    @Test("A manifest whose signature is gone covers nothing")
    func strayManifest() throws {
        var files = try rig.files(rig.sign(.extended, .xades))
        let other = try rig.files(rig.sign(.extended, .cades))
        files += other.filter { $0.name.hasPrefix("META-INF/ASiCManifest") }
        let report = try rig.assess(rig.archive(files))
        #expect(!report.isValid && report.unsigned == ["META-INF/ASiCManifest001.xml"], "\(report)")
    }

    @Test("An element beside the signature, around it, or in its KeyInfo is refused or named")
    func foreignElements() throws {
        let files = try rig.files(rig.sign(.extended, .xades))
        func report(_ change: (String) -> String) throws -> ContainerReport {
            let changed = files.map { file in
                guard file.name == "META-INF/signatures0.xml" else { return file }
                return (file.name, Array(change(String(decoding: file.octets, as: UTF8.self)).utf8))
            }
            return try rig.assess(rig.archive(changed))
        }
        let beside = try report { $0.replacing("</asic:XAdESSignatures>", with: "<evil/></asic:XAdESSignatures>") }
        #expect(!beside.isIntact && beside.faults.contains { $0.contains("next to its signatures") }, "\(beside)")
        let around = try report {
            $0.replacing("<ds:Signature ", with: "<evil><ds:Signature ")
                .replacing("</ds:Signature>", with: "</ds:Signature></evil>")
        }
        #expect(!around.isIntact, "\(around)")
        let inside = try report { $0.replacing("</ds:KeyInfo>", with: "<evil/></ds:KeyInfo>") }
        #expect(inside.unchecked.contains { $0.contains("'evil'") }, "\(inside)")
    }

    @Test("What is extracted is what was verified, or an error", arguments: ContainerTests.forms)
    func extracted(kind: ContainerKind, signature: SignatureKind) throws {
        /// An archive that another program changes.
        final class Changing: ZIPSource {
            var archive: [UInt8]
            init(_ archive: [UInt8]) { self.archive = archive }
            var size: UInt64 { UInt64(archive.count) }
            func read(at offset: UInt64, count: Int) -> [UInt8] { ZIPMemory(archive).read(at: offset, count: count) }
        }
        // Stored, so that a byte can be changed in place; the checksum is made to fit.
        let source = Changing(try rig.archive(rig.files(rig.sign(kind, signature))))
        let container = try Container(source)
        #expect(throws: ContainerError(.contentChanged, "")) { try Extract.file("letter.txt", of: container) }
        let policy = VerificationPolicy(trust: TrustStore([rig.root.certificate]))
        let report = try ContainerValidator(policy: policy).assess(container)
        #expect(report.isValid)
        #expect(try Extract.file("letter.txt", of: container) == ContainerRig.files[0].octets)
        let place = try #require(source.archive.firstRange(of: Array("I owe you".utf8)))
        source.archive[place.lowerBound + 2] ^= 0x20
        #expect(throws: ContainerError(.contentChanged, "")) { try Extract.file("letter.txt", of: container) }
    }

    @Test("Too many files are refused before they are read and signed")
    func tooMany() throws {
        struct Unread: ContainerContent {
            let name: String
            func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws { throw CancellationError() }
        }
        let files = (0..<ZIPArchive.entryLimit - 3).map { Unread(name: "\($0)") }
        let error = #expect(throws: ContainerError(.limitExceeded, "")) {
            try ContainerDraft(.extended, files, hash: .sha256)
        }
        #expect(error?.function == "sign" && error?.hint != nil)
    }

    @Test("A file name may hold a colon, and the media type may be compressed or begin with a mark")
    func leniency() throws {
        let colon = try rig.sign(rig.draft(.extended, [MadeFile("Toomas: 115 005 euro.txt", "x")]), .xades)
        #expect(try rig.assess(colon).isValid)
        var files = try rig.files(rig.sign(.extended, .xades))
        let place = try #require(files.firstIndex { $0.name == "mimetype" })
        files[place].octets = [0xEF, 0xBB, 0xBF] + files[place].octets
        let container = try Container(ZIPMemory(rig.archive(files)))
        #expect(container.isContainer && container.kind == .extended)
        files[place].octets = Array("application/vnd.oasis.opendocument.text".utf8)
        #expect(try !Container(ZIPMemory(rig.archive(files))).isContainer)
    }
}

import CAdES
import EvidenceFetching
import Foundation
import JetonASN1
import JetonCMS
import JetonValidation
import SignatureLevels
import TestRig
import Testing
import XAdES
import XMLSignature

@testable import ASiC
@testable import CertificateRig
@testable import JetonX509

@Suite("Containers of signed files")
struct ContainerTests {
    let rig: ContainerRig

    init() throws { rig = try ContainerRig() }

    static let forms: [(ContainerKind, SignatureKind)] = [
        (.simple, .xades), (.simple, .cades), (.extended, .xades), (.extended, .cades),
    ]

    @Test("Every form is valid and covers all files; zipfile, lxml and openssl agree", arguments: forms)
    func signed(kind: ContainerKind, signature: SignatureKind) async throws {
        let container = try rig.sign(kind, signature)
        let report = try rig.assess(container)
        let count = kind == .simple ? 1 : 3
        #expect(report.isValid && report.kind == kind && report.files.count == count, "\(report)")
        #expect(report.signatures.map(\.covered.count) == [count] && report.unsigned.isEmpty)
        #expect(report.signatures.first?.kind == signature)
        try PythonClients.require(.lxml)
        let judged = try await rig.judge(container, "check")
        #expect(judged.exitStatus == 0, "\(judged.errorText)")
        #expect(judged.text.hasSuffix("covers \(count)\n"), "\(judged.text)")
        let remade = try await rig.judge(container, "remake")
        #expect(remade.exitStatus == 0, "\(remade.errorText)")
        let other = try rig.assess(rig.openSSL.read("remade.zip"))
        #expect(other.isValid, "\(other)")
    }

    @Test("A second signature is added, and every file of the first stays as it is", arguments: forms)
    func added(kind: ContainerKind, signature: SignatureKind) async throws {
        let first = try rig.sign(kind, signature)
        let container = try Container(ZIPMemory(first))
        let draft = try ContainerDraft(adding: container, hash: .sha256)
        if kind == .simple, signature == .cades {
            #expect(throws: ContainerError(.refused, "")) { try rig.sign(draft, signature) }
            return
        }
        let second = try rig.sign(draft, signature)
        let report = try rig.assess(second)
        #expect(report.isValid && report.signatures.count == 2, "\(report)")
        let files = Set(try rig.files(second).map { "\($0.name) \($0.octets.hashValue)" })
        let changed = try rig.files(first).filter { !files.contains("\($0.name) \($0.octets.hashValue)") }
        #expect(changed.map(\.name) == (kind == .simple ? ["META-INF/signatures.xml"] : []))
        try PythonClients.require(.lxml)
        let judged = try await rig.judge(second, "check")
        #expect(judged.exitStatus == 0 && judged.text.split(separator: "\n").count == 2, "\(judged.errorText)")
    }

    private func countersigner(_ boss: MadeCertificate) -> ContainerCountersigner {
        ContainerCountersigner(
            message: CMSSigner(certificate: boss.certificate),
            document: XMLSigner(certificate: boss.certificate, xades: XAdESOptions())
        )
    }

    @Test("Each signature gets a countersignature, and every other file stays byte for byte", arguments: forms)
    func countersigned(kind: ContainerKind, signature: SignatureKind) async throws {
        var first = try rig.sign(kind, signature)
        if kind == .extended {
            // Both formats in one container.
            let draft = try ContainerDraft(adding: Container(ZIPMemory(first)), hash: .sha256)
            first = try rig.sign(draft, signature == .xades ? .cades : .xades)
        }
        let count = kind == .extended ? 2 : 1
        let boss = try rig.root.signer()
        let made = countersigner(boss)
        var signed = first
        for round in 1...2 {
            let former = try Container(ZIPMemory(signed))
            var sink = MemorySink()
            let counts = try made.sign(former, key: boss.key, to: &sink)
            // Those of an earlier round do not stand for the new ones.
            #expect(throws: ContainerError(.notIntact, "")) { try made.readBack(former, former: counts) }
            signed = sink.octets
            try made.readBack(Container(ZIPMemory(signed)), former: counts)
            let report = try rig.assess(signed)
            let counters = report.signatures.map(\.assessment.signer.counterSignatures)
            #expect(report.isValid && counters.map(\.count) == [Int](repeating: round, count: count), "\(report)")
            #expect(counters.joined().allSatisfy { $0.isValid && $0.certificate == boss.certificate })
        }
        let (before, after) = (try rig.files(first), try rig.files(signed))
        #expect(before.map(\.name) == after.map(\.name))
        let changed = zip(before, after).filter { $0.octets != $1.octets }.map { $0.0.name }
        #expect(Set(changed) == Set(try rig.assess(first).signatures.map(\.file)) && changed.count == count)
        try PythonClients.require(.lxml)
        let judged = try await rig.judge(signed, "check")
        #expect(judged.exitStatus == 0, "\(judged.errorText)")
    }

    @Test("A container that was changed is not countersigned")
    func notCountersigned() throws {
        var files = try rig.files(rig.sign(.extended, .cades))
        let boss = try rig.root.signer()
        func countersign() throws {
            var sink = MemorySink()
            _ = try countersigner(boss).sign(
                Container(ZIPMemory(rig.archive(files))),
                key: boss.key,
                to: &sink
            )
        }
        try countersign()
        files[1].octets.append(0x20)
        #expect(throws: ContainerError(.notIntact, "")) { try countersign() }
    }

    @Test("A signature that a manifest of a timestamp covers is left alone", arguments: [SignatureKind.cades, .xades])
    func coveredByManifest(signature: SignatureKind) throws {
        var files = try rig.files(rig.sign(.extended, signature))
        let signed = try #require(try rig.assess(rig.archive(files)).signatures.first?.file)
        let manifest = try #require(
            try rig.files(rig.sign(.extended, .cades)).first { $0.name == "META-INF/ASiCManifest001.xml" }
        )
        let text = String(decoding: manifest.octets, as: UTF8.self)
            .replacing("META-INF/signature001.p7s", with: "META-INF/timestamp001.tst")
            .replacing("letter.txt", with: signed)
        files.append(("META-INF/ASiCArchiveManifest001.xml", Array(text.utf8)))
        let container = try Container(ZIPMemory(rig.archive(files)))
        let boss = try rig.root.signer()
        var sink = MemorySink()
        var error = #expect(throws: ContainerError(.refused, "")) {
            _ = try countersigner(boss).sign(container, key: boss.key, to: &sink)
        }
        #expect(error?.context.contains(signed) == true)
        let extender = SignatureExtender(
            level: .t,
            timestamps: TimestampClient(
                urls: ["http://tsa.example/"],
                fetcher: NoNetwork(),
                verifier: TimestampVerifier(trust: TrustStore([rig.root.certificate]))
            ),
            collector: EvidenceCollector(fetcher: NoNetwork()),
            policy: VerificationPolicy(purpose: .any)
        )
        error = #expect(throws: ContainerError(.refused, "")) {
            try ContainerExtender(extender).extend(container, to: &sink)
        }
        #expect(error?.context.contains(signed) == true)
        #expect(sink.octets.isEmpty)
    }

    /// Where no server can be reached.
    private struct NoNetwork: Fetcher {
        func fetch(
            _ request: FetchRequest,
            receive: (Span<UInt8>) throws(FetchError) -> Void
        ) throws(FetchError) {
            throw FetchError(.unreachable, "no network")
        }
    }

    @Test(
        "A file that was added, changed, removed or renamed after signing makes the container invalid",
        arguments: forms
    )
    func tampered(kind: ContainerKind, signature: SignatureKind) throws {
        let files = try rig.files(rig.sign(kind, signature))
        func report(_ change: (inout [(name: String, octets: [UInt8])]) -> Void) throws -> ContainerReport {
            var changed = files
            change(&changed)
            return try rig.assess(rig.archive(changed))
        }
        let same = try report { _ in }
        #expect(same.isValid)
        // Many writers do not put the media type in front.
        let moved = try report { $0.append($0.remove(at: 0)) }
        #expect(moved.isValid)
        let added = try report { $0.append(("evil.txt", [1])) }
        #expect(!added.isValid && !added.isIntact && added.unsigned.contains("evil.txt"))
        let hidden = try report { $0.append(("META-INF/evil.txt", [1])) }
        #expect(!hidden.isValid)
        let changed = try report { $0[1].octets.append(0x20) }
        #expect(!changed.isValid && changed.unsigned == ["letter.txt"], "\(changed)")
        let removed = try report { $0.remove(at: 1) }
        #expect(!removed.isValid)
        let renamed = try report { $0[1].name = "bill.txt" }
        // EN 319 162-1, 4.3.3.3: nothing in ASiC-S with CAdES names the file.
        #expect(renamed.isValid == (kind == .simple && signature == .cades))
    }

    @Test("Manifests that are changed, doubled, or belong to another signature are refused")
    func manifests() throws {
        let files = try rig.files(rig.sign(.extended, .cades))
        let place = try #require(files.firstIndex { $0.name == "META-INF/ASiCManifest001.xml" })
        func report(_ change: (String) -> [(String, String)]) throws -> ContainerReport {
            let text = String(decoding: files[place].octets, as: UTF8.self)
            var changed = files
            changed.replaceSubrange(place...place, with: change(text).map { ($0.0, Array($0.1.utf8)) })
            return try rig.assess(rig.archive(changed))
        }
        let name = "META-INF/ASiCManifest001.xml"
        let doubled = try report { [(name, $0), ("META-INF/ASiCManifest002.xml", $0)] }
        #expect(doubled.faults.contains { $0.contains("which of them was signed is unknown") }, "\(doubled.faults)")
        let changed = try report { [(name, $0.replacing("letter.txt", with: "Letter.txt"))] }
        #expect(!changed.isIntact && changed.signatures.first?.assessment.signer.isIntact == false)
        let other = try report { [(name, $0.replacing("signature001", with: "signature009"))] }
        #expect(other.faults.contains { $0.contains("no manifest names this signature") })
        let twice = try report { text in
            let start = text.range(of: "<asic:DataObjectReference")?.lowerBound ?? text.endIndex
            let end = text.range(of: "</asic:DataObjectReference>")?.upperBound ?? text.endIndex
            return [(name, text.replacing("</asic:ASiCManifest>", with: text[start..<end] + "</asic:ASiCManifest>"))]
        }
        #expect(twice.faults.first == "'\(name)' names a file twice", "\(twice.faults)")
        // As KS of Norway writes it.
        let small = try report { [(name.replacing("ASiCManifest001", with: "asicmanifest"), $0)] }
        #expect(small.isValid, "\(small)")
    }

    @Test("A signature that covers no file of the container does not count")
    func aimless() throws {
        let inner = try rig.sign(.extended, .xades)
        let other = try rig.sign(rig.draft(.extended, [MadeFile("other.txt", "other")]), .xades)
        let foreign = try rig.files(other).first { $0.name == "META-INF/signatures0.xml" }
        let octets = try #require(foreign?.octets)
        let report = try rig.assess(rig.archive(rig.files(inner) + [("META-INF/signatures1.xml", octets)]))
        #expect(!report.isIntact && report.signatures.count == 2)
        #expect(report.signatures.last?.failures == ["the signature covers no file of the container"])
    }

    @Test(
        "A container refuses files that it can't hold",
        arguments: [
            "mimetype", "META-INF/a", "../a", "/a", "a//b", "a/./b", "a\\b", "a\n", "C:/a", "a/", "../\u{338}a",
            "/\u{338}a", "C:\u{338}a", "META-INF/\u{FE0F}a", "a/\u{338}/../b",
        ]
    )
    func unfit(name: String) throws {
        #expect(throws: ContainerError.self) { try rig.draft(.extended, [MadeFile(name, "x")]) }
    }

    @Test("One file, two files with one name, and no file: each kind holds what it may")
    func counts() throws {
        let file = MadeFile("a", "x")
        #expect(throws: ContainerError(.invalidArgument, "")) { try rig.draft(.simple, [file, MadeFile("b", "y")]) }
        #expect(throws: ContainerError(.invalidArgument, "")) { try rig.draft(.extended, [file, file]) }
        #expect(throws: ContainerError(.invalidArgument, "")) { try rig.draft(.extended, []) }
    }

    @Test(
        "A signature covers more files than the thirty things that one in a document may refer to",
        arguments: [SignatureKind.xades, .cades]
    )
    func many(signature: SignatureKind) throws {
        let files = (0..<40).map { MadeFile("file\($0).txt", "\($0)") }
        let report = try rig.assess(rig.sign(rig.draft(.extended, files), signature))
        #expect(report.isValid && report.signatures.first?.covered.count == 40, "\(report)")
    }

    @Test("A file that changes between its digest and its copy ends the signature")
    func changing() throws {
        final class Changing: ContainerContent {
            let name = "a"
            private var count = 0
            func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
                count += 1
                try body([UInt8](repeating: UInt8(count), count: 10).span)
            }
        }
        let draft = try ContainerDraft(.extended, [Changing()], hash: .sha256)
        #expect(throws: ContainerError(.contentChanged, "")) { try rig.sign(draft, .xades) }
    }

    @Test("Any number of signatures and manifests over the same files reads each file once")
    func once() throws {
        final class Counted: ZIPSource {
            let archive: ZIPMemory
            private(set) var count = 0
            init(_ bytes: [UInt8]) { archive = ZIPMemory(bytes) }
            var size: UInt64 { archive.size }
            func read(at offset: UInt64, count: Int) -> [UInt8] {
                self.count += count
                return archive.read(at: offset, count: count)
            }
        }
        let octets = (0..<400_000).map { _ in UInt8.random(in: 0...255) }
        let file = MadeFile("noise.bin", String(decoding: octets.map { $0 & 0x7F }, as: UTF8.self))
        for kind in [SignatureKind.cades, .xades] {
            var container = try rig.sign(rig.draft(.extended, [file]), kind)
            for _ in 0..<9 {
                container = try rig.sign(ContainerDraft(adding: Container(ZIPMemory(container)), hash: .sha256), kind)
            }
            let source = Counted(container)
            let policy = VerificationPolicy(trust: TrustStore([rig.root.certificate]))
            let report = try ContainerValidator(policy: policy).assess(Container(source))
            #expect(report.isValid && report.signatures.count == 10)
            #expect(source.count < 2 * file.octets.count, "\(kind): \(source.count)")
        }
    }
}

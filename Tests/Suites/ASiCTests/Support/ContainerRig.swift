import Foundation
import JetonASN1
import JetonCMS
import SignatureLevels
import TestRig
import XAdES
import XMLSignature

@testable import ASiC
@testable import CertificateRig
@testable import JetonX509

/// A file in memory that goes into a container.
struct MadeFile: ContainerContent {
    let name: String
    let octets: [UInt8]

    init(_ name: String, _ text: String) { (self.name, octets) = (name, Array(text.utf8)) }

    func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
        var source = MemorySource(octets)
        try source.forEachPiece(body)
    }
}

/// An authority with a signer below it, who signs containers.
struct ContainerRig {
    static let files = [
        MadeFile("letter.txt", "I owe you one.\n"), MadeFile("a/zeros.bin", String(repeating: "0", count: 100_000)),
        MadeFile("Käse & Brot.txt", ""),
    ]

    let openSSL: OpenSSL
    let root: MadeCertificate
    let signer: MadeCertificate

    init() throws {
        openSSL = try OpenSSL()
        root = try MadeCertificate.root()
        signer = try root.signer()
        try openSSL.write(root.certificate.pemRepresentation, "root.pem")
    }

    func draft(_ kind: ContainerKind, _ files: [MadeFile]? = nil) throws -> ContainerDraft {
        try ContainerDraft(kind, files ?? Array(Self.files.prefix(kind == .simple ? 1 : 3)), hash: .sha256)
    }

    func sign(_ draft: ContainerDraft, _ kind: SignatureKind) throws -> [UInt8] {
        var draft = draft
        switch kind {
        case .xades:
            let made = XMLSigner(certificate: signer.certificate, xades: XAdESOptions())
            try draft.sign(as: made, key: signer.key, algorithm: .ecdsa(.sha256))
        case .cades:
            let made = CMSSigner(certificate: signer.certificate)
            try draft.sign(as: made, key: signer.key, algorithm: .ecdsa(.sha256))
        }
        var sink = MemorySink()
        try draft.write(to: &sink)
        return sink.octets
    }

    func sign(_ kind: ContainerKind, _ signature: SignatureKind) throws -> [UInt8] {
        try sign(draft(kind), signature)
    }

    func assess(_ container: [UInt8]) throws -> ContainerReport {
        let policy = VerificationPolicy(trust: TrustStore([root.certificate]))
        return try ContainerValidator(policy: policy).assess(Container(ZIPMemory(container)))
    }

    /// The files of an archive, expanded, in order.
    func files(_ archive: [UInt8]) throws -> [(name: String, octets: [UInt8])] {
        let archive = try ZIPArchive(ZIPMemory(archive))
        return try archive.entries.map { ($0.name, try archive.contents(of: $0, limit: 1 << 20)) }
    }

    /// An archive of files, all of them stored.
    func archive(_ files: [(name: String, octets: [UInt8])]) throws -> [UInt8] {
        var sink = MemorySink()
        var writer = ZIPWriter()
        for file in files { try writer.add(file.name, file.octets, isStored: true, to: &sink) }
        try writer.finish(to: &sink)
        return sink.octets
    }

    /// What the script says that checks a container with zipfile, lxml and openssl.
    func judge(_ container: [UInt8], _ words: String...) async throws -> ChildProcess.Output {
        try openSSL.write(container, "judged.zip")
        let script = BuildProducts.packageDirectory.appending(path: "Tests/Suites/ASiCTests/containers.py").path
        return try await ChildProcess.run(
            [PythonClients.program("python3"), script] + words + [openSSL.directory.path]
        )
    }
}

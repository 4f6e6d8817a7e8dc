import Crypto
import Foundation
import JetonASN1
import JetonCMS
import JetonPDF
import JetonX509
import TestRig

/// A directory with a signer's key and certificate, where foreign programs look at what was made.
struct PDFPlace {
    struct Key: SigningKey {
        let key: P256.Signing.PrivateKey
        let publicKey: PublicKey
        var algorithms: [SignatureAlgorithm] { [.ecdsa(.sha256)] }

        func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
            struct Hashed: Crypto.Digest {
                static var byteCount: Int { 32 }
                let bytes: [UInt8]
                func makeIterator() -> [UInt8].Iterator { bytes.makeIterator() }
                func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
                static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
                var description: String { "\(bytes)" }
                func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
                    try unsafe bytes.withUnsafeBytes(body)
                }
            }
            return Array(try key.signature(for: Hashed(bytes: input)).derRepresentation)
        }
    }

    let directory: TemporaryDirectory
    let key: Key
    let certificate: Certificate

    init() async throws {
        directory = try TemporaryDirectory()
        let made = P256.Signing.PrivateKey()
        try Data(made.pemRepresentation.utf8).write(to: URL(filePath: directory.path("key.pem")))
        let output = try await ChildProcess.run([
            "openssl", "req", "-x509", "-key", directory.path("key.pem"), "-subj", "/CN=Anna Muster", "-days", "9",
            "-addext", "keyUsage=critical,digitalSignature,nonRepudiation", "-outform", "DER", "-out",
            directory.path("cert.der"),
        ])
        guard output.exitStatus == 0 else { throw TestRigError("openssl req: \(output.errorText)") }
        certificate = try Certificate(
            derRepresentation: Array(Data(contentsOf: URL(filePath: directory.path("cert.der"))))
        )
        key = Key(key: made, publicKey: certificate.publicKey)
    }

    var policy: VerificationPolicy { VerificationPolicy(trust: TrustStore([certificate])) }

    /// The signer with the place's certificate.
    var signer: CMSSigner { CMSSigner(certificate: certificate) }

    /// Signs a document and keeps it as a file.
    func sign(_ document: [UInt8], as name: String, _ options: PDFSignatureOptions = .init()) throws -> [UInt8] {
        let made = try PDFSigner(
            PDFDocument(PDFMemory(document)),
            signer: signer,
            options: options
        )
        var source = MemorySource(document)
        var sink = MemorySink()
        try made.sign(&source, key: key, algorithm: .ecdsa(.sha256), to: &sink) { MemorySource($0.octets) }
        try write(sink.octets, name)
        return sink.octets
    }

    /// Checks the signatures of a document by the place's policy.
    func verified(_ bytes: [UInt8]) throws(PDFError) -> PDFReport {
        try PDFVerifier(policy).verify(PDFDocument(PDFMemory(bytes)))
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: directory.path(name)))
    }
}

internal import ASN1
internal import ArgumentParser
internal import Diagnostics
internal import Octets
internal import X509

/// A file that was given to be verified and is not a CMS message, whole or damaged.
enum NotASignature {
    /// Signed mail, whose signature is a part of it (RFC 8551).
    case mail
    /// Certificates.
    case certificates
    /// Nothing at all.
    case empty
    /// Anything else, such as the signed file itself.
    case other

    /// The labels of PEM blocks that may be a CMS message, also a damaged one.
    private static let labels = ["CMS", "PKCS7", "PKCS #7 SIGNED DATA"]

    /// Looks at a file; nil for a CMS message, also a damaged one, and for the standard input, which has been read.
    ///
    /// - Throws: ``CommandError`` if the file can't be read.
    init?(at path: String) throws {
        guard path != "-", !FileSource.isPipe(path) else { return nil }
        if try MailMessage.isSigned(at: path) {
            self = .mail
            return
        }
        if (try? CertificateFile.certificates(at: path).isEmpty) == false {
            self = .certificates
            return
        }
        var source = try FileSource(path: path)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var span = buffer.mutableSpan
        let start = Array(buffer[..<(try source.read(into: &span))])
        guard !start.isEmpty else {
            self = .empty
            return
        }
        // DER and BER begin with a SEQUENCE.
        guard start.first != 0x30 else { return nil }
        let text = String(decoding: start, as: UTF8.self)
        let isMessage = NotASignature.labels.contains { text.contains("-----BEGIN \($0)-----") }
        guard !isMessage else { return nil }
        self = .other
    }

    private static func command(_ path: String) -> String {
        let beside = path + ".p7s"
        let command: ShellCommand = "jeton verify \(FileSource.exists(beside) ? beside : "SIGNATURE") \(path)"
        return "`\(command.text)` verifies the signature of the file"
    }

    /// The error, with the command that leads on.
    func error(_ path: String) -> CommandError {
        let words: String
        let hint: String
        switch self {
        case .empty:
            words = "empty, not a signature"
            hint =
                path.hasSuffix(".p7s") || path.hasSuffix(".p7m")
                ? "`jeton sign` makes a signature" : NotASignature.command(path)
        case .mail:
            let command: ShellCommand = "openssl cms -verify -in \(path)"
            words = "an S/MIME mail message, and jeton verifies CMS messages in DER or PEM"
            hint = "`\(command.text)` checks S/MIME mail"
        case .certificates:
            let command: ShellCommand = "jeton verify SIGNATURE --trust \(path)"
            words = "a certificate, not a signature"
            hint = "`\(command.text)` verifies a signature whose signer it vouches for"
        case .other:
            words = "not a signature: expected a CMS message in DER or PEM, or signed XML"
            hint =
                path.hasSuffix(".sig")
                ? "--format raw with --public-key or --certificate verifies a raw signature"
                : NotASignature.command(path)
        }
        return CommandError("\(path) is \(words)", hints: [hint], exitCode: .inputOutput)
    }
}

internal import JetonASN1
internal import JetonFiles
internal import JetonOctets
internal import JetonX509

/// A file that was given to be verified and is not a CMS message, whole or damaged.
enum OtherContent {
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
    /// - Throws: `FileError` if the file can't be read.
    init?(_ file: InputFile) throws(FileError) {
        guard file.path != "-", !FileSource.isPipe(file.path) else { return nil }
        if try MailMessage.header(file) != nil {
            self = .mail
            return
        }
        if (try? CertificateFile.certificates(at: file.path).isEmpty) == false {
            self = .certificates
            return
        }
        var source = try FileSource(file)
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
        let isMessage = OtherContent.labels.contains { text.contains("-----BEGIN \($0)-----") }
        guard !isMessage else { return nil }
        self = .other
    }

    /// The error for the file.
    func error(_ path: String) -> VerificationError {
        let (code, words): (VerificationError.Code, String) =
            switch self {
            case .empty: (.empty, "empty, not a signature")
            case .mail: (.mail, "an S/MIME mail message, which can only be verified, not changed")
            case .certificates: (.certificate, "a certificate, not a signature")
            case .other: (.notSigned, "not a signature: expected a CMS message in DER or PEM, or signed XML")
            }
        return VerificationError(code, "verify", path, "\(path) is \(words)")
    }
}

extension VerificationError {
    /// A signature that can't be checked.
    init(damaged path: String, _ reason: String, _ cause: any Error) {
        self.init(.damaged, "verify", path, "\(path) can't be checked: \(reason)", cause: cause)
    }
}

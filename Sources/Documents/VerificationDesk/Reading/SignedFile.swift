public import ASiC
internal import JetonCMS
public import JetonFiles
public import JetonPDF
internal import JetonX509
internal import XMLSignature

/// What is to be verified: a file that holds signatures or is one, and the file that it signs.
public struct SignedFile {
    /// What the file is.
    public enum Form {
        /// A PDF.
        case pdf(PDFDocument)
        /// A container of signed files.
        case container(Container)
        /// An XML document.
        case xml
        /// A timestamp: the token.
        case timestamp([UInt8])
        /// A CMS message.
        case message
        /// A signed S/MIME mail message.
        case mail(MailMessage)
    }

    /// The file.
    public let file: InputFile
    /// The file that it signs; nil if it holds that, or it was not found.
    public let content: InputFile?
    /// What the file is.
    public let form: Form

    /// Looks at a file.
    ///
    /// A signed file stands for the signature next to it, which has its name with `.p7s` or `.tsr`, unless it is a PDF
    /// with signatures in it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - content: The file that it signs; nil for the one with the signature's name without `.p7s` or `.tsr`.
    ///   - isMessage: Whether a timestamp is taken as the CMS message that it is.
    /// - Throws: `FileError`; ``VerificationError``.
    public init(_ file: InputFile, content: InputFile? = nil, isMessage: Bool = false) throws {
        if content == nil {
            if let mail = try MailMessage(file) {
                self.init(file, content: nil, .mail(mail))
                return
            }
            switch try DocumentKind(of: file) {
            case .pdf:
                if let document = try Self.signedPDF(file) {
                    self.init(file, content: nil, .pdf(document))
                    return
                }
            case .container:
                self.init(file, content: nil, .container(try ContainerInput.container(in: file)))
                return
            case .xml, .other: break
            }
        }
        var (file, content) = (file, content)
        var kind = try MessageKind(file)
        if case .other = kind, content == nil, let signature = Self.signature(beside: file) {
            (file, content) = (signature, file)
            kind = try MessageKind(signature)
        }
        if case .timestamp(let token) = kind, !isMessage {
            self.init(file, content: content ?? Self.content(beside: file), .timestamp(token))
        } else if try DocumentKind(of: file) == .xml {
            self.init(file, content: content, .xml)
        } else {
            self.init(file, content: content ?? MessageFile.content(of: file), .message)
        }
    }

    /// Whether a file needs another one to be verified: a detached signature, a timestamp, XML that refers to other
    /// files, and what is neither a signature nor has one beside it.
    ///
    /// What is in a pipe can't be looked at, and counts as a detached signature.
    ///
    /// - Throws: `FileError` if the file can't be read.
    public static func needsContent(_ file: InputFile) throws(FileError) -> Bool {
        guard file.path != "-", !FileSource.isPipe(file.path) else { return true }
        if try MailMessage.header(file) != nil { return false }
        switch try DocumentKind(of: file) {
        case .pdf, .container: return false
        case .xml:
            let report = try? XMLSignatureVerifier(VerificationPolicy(purpose: .any)).verify { try FileSource(file) }
            guard let report else { return signature(beside: file) == nil }
            return report.signatures.flatMap(\.references).contains { $0.failure != nil }
        case .other: break
        }
        guard let kind = try? MessageKind(file) else { return true }
        switch kind {
        case .timestamp: return true
        case .other: return signature(beside: file) == nil
        case .message: return !MessageFile.holdsContent(file)
        }
    }

    private init(_ file: InputFile, content: InputFile?, _ form: Form) {
        self.file = file
        self.content = content
        self.form = form
    }

    /// The PDF in a file; nil if nothing in it is signed, or it can't be read, and a signature is next to it.
    private static func signedPDF(_ file: InputFile) throws -> PDFDocument? {
        let isBeside = signature(beside: file) != nil
        let document: PDFDocument
        do {
            document = try PDFInput.document(in: file)
        } catch let error as VerificationError where isBeside && error.code == .invalidPDF {
            return nil
        }
        do throws(PDFError) {
            let isSigned = try document.signatureFields().contains { $0.signature != nil }
            return isSigned || !isBeside ? document : nil
        } catch {
            throw VerificationError(error, file.path)
        }
    }

    private static func signature(beside file: InputFile) -> InputFile? {
        let path = [".p7s", ".tsr"].map { file.path + $0 }.first(where: FileSource.exists)
        return path.map { file.beside($0) }
    }

    /// The file of a timestamp.
    private static func content(beside timestamp: InputFile) -> InputFile? {
        guard timestamp.path.hasSuffix(".tsr") else { return nil }
        let path = String(timestamp.path.dropLast(4))
        return FileSource.exists(path) ? timestamp.beside(path) : nil
    }
}

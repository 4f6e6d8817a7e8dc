package import CAdES
internal import JetonASN1
package import JetonCMS
package import JetonFiles
internal import JetonValidation
package import JetonX509

/// A CMS message in a file, with its content inside or in a file beside it.
package struct MessageFile {
    /// The message.
    package let file: InputFile
    /// The content's file; nil if the message holds it.
    package let content: InputFile?

    private var path: String { file.path }

    /// Finds the content of a message that does not hold it: the file with the message's name without `.p7s`.
    package init(_ file: InputFile) {
        self.file = file
        content = Self.content(of: file)
    }

    /// The content of a detached message by its name; nil if it is not there, or the message holds its content.
    static func content(of file: InputFile) -> InputFile? {
        guard file.path.hasSuffix(".p7s") else { return nil }
        let name = String(file.path.dropLast(4))
        guard FileSource.exists(name), !holdsContent(file) else { return nil }
        return file.beside(name)
    }

    /// Whether a message holds its content; what can't be read, or only once, counts as detached.
    static func holdsContent(_ file: InputFile) -> Bool {
        guard !FileSource.isPipe(file.path) else { return false }
        return (try? CMSVerifier.holdsContent(FileSource(file))) ?? false
    }

    /// Checks a new message in the place of this one, with the same content.
    func report(_ validator: CAdESValidator, in written: consuming WrittenFile) throws -> CMSReport {
        guard let content else { return try validator.verifier.verifyAttached(written) }
        var source = try FileSource(content)
        return try validator.verifier.verifyDetached(written, content: &source)
    }

    /// Checks the message.
    ///
    /// - Parameters:
    ///   - validator: Checks it.
    ///   - further: A further hash of the content to compute besides those of the signers.
    /// - Returns: What the checks showed.
    /// - Throws: ``VerificationError`` for a file that is not a CMS message, or whose content is not next to it;
    ///   `FileError`.
    package func report(_ validator: CAdESValidator, hashing further: HashAlgorithm? = nil) throws -> CMSReport {
        var verifier = validator.verifier
        if let further {
            let others = verifier.furtherHashes
            verifier.furtherHashes = { others($0) + [further] }
        }
        do {
            if let content {
                var source = try FileSource(content)
                return try verifier.verifyDetached(FileSource(file), content: &source)
            }
            return try verifier.verifyAttached(FileSource(file))
        } catch let error as DocumentError where error.code == .contentPlacement && content == nil {
            let context = "\(path) is a detached signature, but its file is not next to it"
            throw VerificationError(.contentNotBeside, "verify", path, context, cause: error)
        } catch let error as DocumentError {
            if error.code == .malformedPEM, let content = try OtherContent(file) { throw content.error(path) }
            let context = "\(path) is not a valid CMS message: \(error.context)"
            throw VerificationError(.invalidMessage, "verify", path, context, cause: error)
        }
    }
}

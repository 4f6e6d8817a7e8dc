internal import ASN1
internal import CAdES
internal import CMS
internal import Diagnostics
internal import Validation
internal import X509

/// A CMS message in a file, with its content inside or in a file beside it.
struct MessageFile {
    let file: InputFile
    /// The content's file; nil if the message holds it.
    let content: InputFile?

    var path: String { file.path }

    /// Finds the content of a message: the file with the message's name without `.p7s`.
    init(_ file: InputFile) {
        self.file = file
        let name = String(file.path.dropLast(4))
        let isBeside = file.path.hasSuffix(".p7s") && FileSource.exists(name)
        content = isBeside ? InputFile(name, below: file.directory) : nil
    }

    /// Checks the message.
    ///
    /// - Parameters:
    ///   - validator: Checks it.
    ///   - further: A further hash of the content to compute besides those of the signers.
    /// - Returns: What the checks showed.
    /// - Throws: ``CommandError`` for a file that is not a CMS message, or whose content is not beside it.
    func report(_ validator: CAdESValidator, hashing further: HashAlgorithm? = nil) throws -> CMSReport {
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
        } catch let error as SigningError where error.code == .contentPlacement && content == nil {
            throw CommandError.usage(
                "\(path) is a detached signature, and its file is not beside it",
                hints: ["a detached signature is named as its file with .p7s"]
            )
        } catch let error as SigningError {
            if error.code == .malformedPEM, let content = try NotASignature(at: path) { throw content.error(path) }
            throw CommandError(
                "\(path) is not a valid CMS message: \(error.context)",
                exitCode: error.isUnreadable ? .inputOutput : .finding
            )
        }
    }

    /// Writes a new message in the place of the file, or elsewhere.
    func write(_ revision: MessageRevision, to target: String?, force: Bool) throws {
        var output = try FileOutput(file, or: target, force: force)
        try revision.write(rereading: FileSource(file), to: &output)
        try revision.readBack(output.written())
        try output.publish()
    }
}

internal import ASiC
internal import JetonASN1
internal import JetonFiles
internal import JetonOctets
internal import JetonX509
internal import XMLSignature

/// What signatures cover, written to files.
extension FileVerifier {
    /// What was written to a file.
    public enum Part: Hashable, Sendable {
        /// What the signature with this number, from 1, covers of an XML document.
        case covered(signature: Int)
        /// A file of a container.
        case file(String)
    }

    /// Writes what the signatures of a valid XML document cover, or the files of a valid container.
    ///
    /// No name in the document is taken as a path.
    ///
    /// - Parameters:
    ///   - result: What verifying the document showed; nothing is written if it is not valid, or has no parts.
    ///   - directory: Where the files go.
    ///   - force: Whether existing files may be replaced.
    ///   - written: Is told of each file.
    /// - Throws: ``VerificationError/Code/nameClash``, ``VerificationError/Code/contentChanged``; `FileError`;
    ///   `DocumentError`; `ContainerError`.
    public static func writeParts(
        of result: VerificationResult,
        to directory: String,
        force: Bool,
        written: (_ path: String, _ part: Part) -> Void = { _, _ in }
    ) throws {
        // What is not vouched for is not handed out.
        guard result.isValid else { return }
        switch (result.report, result.signed.form) {
        case (.container, .container(let container)):
            try write(container, result.signed.file, to: directory, force: force, written)
        case (.xml(let report, _), _): try write(report, result.signed.file, to: directory, force: force, written)
        default: break
        }
    }

    private static func write(
        _ container: Container,
        _ file: InputFile,
        to directory: String,
        force: Bool,
        _ written: (String, Part) -> Void
    ) throws {
        let names = container.files.map { $0.name.replacing("/", with: "_") }
        guard Set(names).count == names.count else {
            let context = "two files from \(file.path) would have the same name"
            throw VerificationError(.nameClash, "extract", file.path, context)
        }
        for (entry, name) in zip(container.files, names) {
            let path = "\(directory)/\(name)"
            try refuse(path, as: file)
            var output = try FileOutput(at: path, force: force)
            do {
                try container.extract(entry.name, to: &output)
            } catch let error as ContainerError {
                throw VerificationError(notExtracted: file.path, error.context, error)
            }
            try output.publish()
            written(path, .file(entry.name))
        }
    }

    private static func write(
        _ report: XMLSignatureReport,
        _ file: InputFile,
        to directory: String,
        force: Bool,
        _ written: (String, Part) -> Void
    ) throws {
        for (number, result) in report.signatures.enumerated() {
            for place in result.references.indices {
                guard let part = CoveredPart(result, place) else { continue }
                let path = "\(directory)/signature\(number + 1)-part\(place + 1).\(part.isDecoded ? "bin" : "xml")"
                try refuse(path, as: file)
                var output = try FileOutput(at: path, force: force)
                var source = try FileSource(file)
                do {
                    try part.write(&source, to: &output)
                } catch let error as DocumentError {
                    throw VerificationError(notExtracted: file.path, error.context, error)
                }
                try output.publish()
                written(path, .covered(signature: number + 1))
            }
        }
    }

    private static func refuse(_ path: String, as file: InputFile) throws(VerificationError) {
        guard let input = InputFiles([file.path]).replaced(by: path) else { return }
        throw VerificationError(.replacesInput, "extract", input, "\(path) would replace the input '\(input)'")
    }
}

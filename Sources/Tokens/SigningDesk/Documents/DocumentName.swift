internal import ASiC
internal import JetonFiles
internal import VerificationDesk

/// How outputs are named after their inputs.
package enum DocumentName {
    /// The name of a signature or a signed document: next to the input.
    ///
    /// - Parameters:
    ///   - input: The document.
    ///   - format: The format.
    ///   - placement: Where the content goes.
    /// - Returns: The path.
    package static func output(
        for input: String,
        _ format: DocumentFormat,
        _ placement: SignRequest.Placement? = nil
    ) -> String {
        if format == .raw { return input + ".sig" }
        if format.isXML {
            return XMLFile.signedName(input, suffix: placement == .detached ? "-signature" : "-signed")
        }
        guard format == .pades else { return input + (placement == .attached ? ".p7m" : ".p7s") }
        return (input.lowercased().hasSuffix(".pdf") ? String(input.dropLast(4)) : input) + SignatureName.pdf
    }

    /// How the name of a new container ends.
    package static func ending(_ format: DocumentFormat) -> String {
        format.container?.kind == .simple ? ".asics" : ".asice"
    }

    /// Whether a file in a directory is one to sign: a regular file that is neither hidden nor a signature, or one whose
    /// name is not UTF-8, so that it is reported.
    package static func isInput(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return !name.hasPrefix(".") && !SignatureName.isSignature(path)
            && (FileSource.isFile(path) || UndecodedPath.isOne(path))
    }
}

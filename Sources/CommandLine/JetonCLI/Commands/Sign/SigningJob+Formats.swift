internal import ASiC
internal import JetonCMS
internal import JetonFiles
internal import JetonX509
internal import SigningDesk
internal import VerificationDesk

/// The format of each signature.
extension SigningJob {
    /// What all files become; nil if they become different things.
    var format: String? {
        let names = Set(items.map(\.format.name))
        return names.count == 1 ? names.first : nil
    }

    /// The name of a new container.
    static func containerOutput(
        for files: [String],
        _ format: DocumentFormat,
        _ command: SignCommand
    ) throws -> String {
        guard !files.contains(where: { $0 == "-" || FileSource.isPipe($0) }) else {
            throw CommandError.usage("a container requires regular files, which are read twice")
        }
        let ending = DocumentName.ending(format)
        if let out = command.out, !FileSource.isDirectory(out) { return out }
        guard let file = files.first, files.count == 1 else {
            throw CommandError.usage("give the name of the container with --out, for \(files.count) files")
        }
        guard let directory = command.out else { return file + ending }
        return directory + "/" + ContainedFile.name(file) + ending
    }
}

extension DocumentFormat {
    /// The name in JSON; CAdES is CMS.
    var name: String { self == .cades ? Self.cms.rawValue : rawValue }
}

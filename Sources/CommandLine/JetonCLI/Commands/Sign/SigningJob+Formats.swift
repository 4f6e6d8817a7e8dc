internal import ASiC
internal import CMS
internal import SigningDesk
internal import X509

/// The format of each signature.
extension SigningJob {
    func form(_ item: Item) -> SignatureForm {
        item.format == .raw ? .raw : command.attached ? .attachedCMS : .detachedCMS
    }

    /// What all files become; nil if they become different things.
    var format: String? {
        let names = Set(items.map(\.format.name))
        return names.count == 1 ? names.first : nil
    }

    /// The format of a file's signature: the one that the options name, otherwise by the file's content.
    static func format(of file: InputFile, _ command: SignCommand) throws -> SignCommand.Format {
        if let format = command.format { return format }
        if command.attached || command.detached || FileSource.isDirectory(file.path) || !FileSource.exists(file.path) {
            return .cms
        }
        return switch try DocumentKind(of: file) {
        case .pdf: .pades
        case .xml: .xades
        case .container, .other: .cms
        }
    }

    /// The format of a further signature in a signed file.
    static func formatOfFurther(in file: InputFile, _ command: SignCommand) throws -> SignCommand.Format {
        switch try DocumentKind(of: file) {
        case .container: return try format(in: file)
        case .xml where command.counter: return .xades
        case .xml:
            throw CommandError.usage(
                "--add takes CMS messages and containers, and \(file.path) is XML",
                hints: ["an XML document that was signed with --parallel is signed again with --parallel"]
            )
        default: return .cms
        }
    }

    /// The format of the signatures that a container has.
    static func format(in file: InputFile) throws -> SignCommand.Format {
        let container = try ContainerInput.container(in: file)
        let report = try ContainerValidator(policy: VerificationPolicy(purpose: .any)).assess(container)
        let isXAdES = report.signatures.contains { $0.kind == .xades }
        return switch container.kind {
        case .extended: isXAdES ? .asice : .asiceCAdES
        case .simple: isXAdES ? .asics : .asicsCAdES
        }
    }

    /// The name of a new container.
    static func containerOutput(
        for files: [String],
        _ format: SignCommand.Format,
        _ command: SignCommand
    ) throws -> String {
        guard !files.contains(where: { $0 == "-" || FileSource.isPipe($0) }) else {
            throw CommandError.usage("a container takes files, which it reads twice")
        }
        let ending = format.container?.kind == .simple ? ".asics" : ".asice"
        if let out = command.out, !FileSource.isDirectory(out) { return out }
        guard let file = files.first, files.count == 1 else {
            throw CommandError.usage("--out names the container of \(files.count) files")
        }
        guard let directory = command.out else { return file + ending }
        return directory + "/" + ContainedFile.name(file) + ending
    }
}

extension SignCommand.Format {
    /// Whether the signer can claim roles.
    var hasRoles: Bool { self == .xades || container?.signature == .xades }

    /// The name for people.
    var title: String {
        switch self {
        case .raw: "raw"
        case .cms, .cades: "CAdES"
        case .pades: "PAdES"
        case .xmldsig: "XMLDSig"
        case .xades: "XAdES"
        case .asice, .asics, .asiceCAdES, .asicsCAdES: "ASiC"
        }
    }

    /// The name in JSON; CAdES is CMS.
    var name: String { self == .cades ? Self.cms.rawValue : rawValue }
}

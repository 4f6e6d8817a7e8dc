internal import Cryptoki
internal import JetonX509
internal import TokenKit

/// A token as checks see it: what its module says of it and what it shows without login.
struct ExaminedToken {
    /// The module's path.
    let module: String
    /// What the module says of the slot.
    let slot: ModuleSurvey.SlotSurvey
    /// What the module says of the token.
    let info: TokenInfo
    /// What it shows without login; nil if that could not be read, or it is not set up.
    let contents: TokenContents?

    /// The token and its reader, for sentences.
    var title: ReportText {
        let label = info.label.description
        return label.isEmpty
            ? "the token in '\(reader)'" : "token '\(private: label, .label)' in '\(reader)'"
    }

    /// The slot's description, which is the reader's name.
    var reader: String { slot.info.slotDescription.description }

    /// What findings about it are about.
    var subject: Subject { .token(module: module, slot: slot.id.rawValue) }

    /// The module and the slot, as evidence.
    var place: Evidence { Evidence("slot", "\(slot.id) of \(module)") }

    /// Its flags, as evidence.
    var flagEvidence: Evidence { Evidence("token flags", "0x\(String(info.flags.rawValue, radix: 16))") }

    /// Its certificates that can be read, each with its object.
    var certificates: [(object: TokenContents.Object, certificate: Certificate)] {
        objects(.certificate).compactMap { object in
            (try? Certificate(derRepresentation: object.certificate)).map { (object, $0) }
        }
    }

    /// Its certificates that are not an authority's: an authority's own certificate with its key counts, too, as
    /// `openssl req -x509` makes such.
    var ownCertificates: [(object: TokenContents.Object, certificate: Certificate)] {
        certificates.filter { object, certificate in
            guard certificate.basicConstraints?.isAuthority == true else { return true }
            let isAlone = certificates.count == 1
            return isAlone
                || keys.contains {
                    !object.id.isEmpty && $0.id == object.id || $0.isKey(of: certificate)
                }
        }
    }

    /// Its keys: public ones, and private ones that show without login.
    var keys: [TokenContents.Object] { objects(.publicKey) + objects(.privateKey) }

    /// Whether it shows a key or a certificate; data and profiles are on tokens that are not set up yet.
    var showsKeysOrCertificates: Bool {
        contents?.objects.contains {
            [.certificate, .publicKey, .privateKey, .secretKey].contains($0.objectClass)
        } ?? false
    }

    /// Its objects of a class.
    func objects(_ objectClass: ObjectClass) -> [TokenContents.Object] {
        contents?.objects.filter { $0.objectClass == objectClass } ?? []
    }
}

extension Machine {
    private static let tokens = Fact<[ExaminedToken]>()

    /// The tokens, each once: of several modules that show one, the first.
    var tokens: [ExaminedToken] {
        remember(Self.tokens) {
            var seen: Set<String> = []
            let found = surveys.flatMap { path, survey in
                survey.slots.compactMap { slot -> (String, ModuleSurvey.SlotSurvey, TokenInfo)? in
                    guard let token = slot.token else { return nil }
                    let name = "\(token.serialNumber)\0\(token.label)"
                    let isNew = token.serialNumber.isEmpty || seen.insert(name).inserted
                    return isNew ? (path, slot, token) : nil
                }
            }
            // Only set-up tokens have anything to show, and only their modules need another child.
            let wanted = Set(found.filter { $0.2.flags.contains(.tokenInitialized) && !$0.1.isUnpaired }.map(\.0))
            let requests = modules.filter { wanted.contains($0.path) }
                .map { ModuleSurveyor.Request(path: $0.path, initializationString: $0.initializationString) }
            let contents = requests.isEmpty ? [] : probe.contents(ofTokensIn: requests)
            for object in contents.flatMap(\.objects) {
                keepPrivate(object.label, .label)
                guard let certificate = try? Certificate(derRepresentation: object.certificate) else { continue }
                keepPrivate("\(certificate.subject)", .subject)
                keepPrivate(certificate.subject.commonName ?? "", .subject)
            }
            return found.map { path, slot, token in
                ExaminedToken(
                    module: path,
                    slot: slot,
                    info: token,
                    contents: contents.first { $0.module == path && $0.slot == slot.id.rawValue }
                )
            }
        }
    }

    /// The tokens that are set up.
    var initializedTokens: [ExaminedToken] { tokens.filter { $0.info.flags.contains(.tokenInitialized) } }

    /// The reader of the token that a sighting is about; nil if it is about none, or no command could name the reader.
    func reader(ofTokenIn sighting: Sighting) -> String? {
        for case .token(let module, let slot) in sighting.subjects {
            let token = tokens.first { $0.module == module && $0.slot.id.rawValue == slot }
            // A name as long as the field may have been cut.
            if let reader = token?.reader, (1..<64).contains(reader.utf8.count) { return reader }
        }
        return nil
    }

    /// Whether a person asked about one of some applications.
    func isAskedAbout(_ some: Application...) -> Bool { some.contains { askedApplications.contains($0) } }

    /// The applications that the user named, and that of the command.
    var askedApplications: Set<Application> {
        let programs: [Substring: Application] = [
            "curl": .curl, "gpg": .gpg, "gpg-agent": .gpg, "gpg-connect-agent": .gpg, "gpg2": .gpg, "java": .java,
            "keytool": .java, "openssl": .openssl, "openvpn": .openvpn, "scp": .ssh, "sftp": .ssh, "ssh": .ssh,
            "ssh-add": .ssh,
        ]
        let words = command.prefix(8).flatMap { $0.split { " ;|&'\"".contains($0) } }
        return applications.union(words.compactMap { programs[Machine.name(of: String($0))] })
    }

    /// A failure if the user asked about one of these applications, otherwise a warning.
    func severity(for some: Application...) -> Severity {
        some.contains { askedApplications.contains($0) } ? .failure : .warning
    }
}

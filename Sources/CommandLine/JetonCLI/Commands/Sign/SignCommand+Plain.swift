internal import ArgumentParser

extension SignCommand {
    /// The command for the plainest arguments; nil for all others, which ArgumentParser reads.
    ///
    /// ArgumentParser takes about as long to look at its own types as making a small signature does.
    ///
    /// - Parameter arguments: All arguments of the program.
    init?(plain arguments: [String]) {
        guard arguments.first == "sign" else { return nil }
        var rest = arguments.dropFirst()
        // No dictionary and no set: their types take longer to make than all else here.
        var files: [String] = []
        var modules: [String] = []
        var token, reader, key, pinSource, certificate, out: String?
        var format: Format?
        var json = false
        var (attached, detached, force) = (false, false, false)
        while let word = rest.popFirst() {
            switch word {
            case "--json": json = true
            case "--attached": attached = true
            case "--detached": detached = true
            case "--force": force = true
            case "--module", "--token", "--reader", "--key", "--pin-source", "--certificate", "--format", "--out":
                guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
                switch word {
                case "--module": modules.append(value)
                case "--token": token = value
                case "--reader": reader = value
                case "--key": key = value
                case "--pin-source": pinSource = value
                case "--certificate": certificate = value
                case "--out": out = value
                default:
                    guard let named = Format(rawValue: value) else { return nil }
                    format = named
                }
            default:
                guard !word.hasPrefix("-") else { return nil }
                files.append(word)
            }
        }
        self.init()
        self.files = files
        self.key = KeyOptions(key: key)
        tokens = TokenOptions(modules: modules, token: token, reader: reader)
        pin = PINOptions(source: pinSource)
        output = OutputOptions(json: json)
        self.format = format
        self.attached = attached
        self.detached = detached
        self.certificate = certificate
        self.out = out
        self.force = force
        setOthers()
    }

    /// Gives the options that plain arguments do not name the values that ArgumentParser gives them.
    private mutating func setOthers() {
        parallel = false
        chain = .issuers
        pdf = .none
        levels = .none
        statements = .none
        servers = .none
        network = .none
        add = false
        counter = false
        recursive = false
        from = nil
        watch = nil
        report = nil
        hash = nil
        hashAlgorithm = nil
        encode = nil
    }
}

extension KeyOptions {
    fileprivate init(key: String?) {
        self.init()
        self.key = key
    }
}

extension TokenOptions {
    fileprivate init(modules paths: [String], token: String?, reader: String?) {
        self.init()
        var modules = ModuleOptions()
        modules.module = paths
        self.modules = modules
        self.token = token
        self.reader = reader
        requireChannel = false
    }
}

extension PINOptions {
    fileprivate init(source: String?) {
        self.init()
        pinSource = source
        lastTry = false
    }
}

extension OutputOptions {
    fileprivate init(json: Bool) {
        self.init()
        self.json = json
        var general = GeneralOptions()
        general.quiet = false
        general.verbose = false
        general.profile = nil
        self.general = general
    }
}

extension PDFSignatureFlags {
    fileprivate static var none: PDFSignatureFlags {
        var none = PDFSignatureFlags()
        none.field = nil
        none.reason = nil
        none.location = nil
        none.name = nil
        none.certify = nil
        none.rectangle = nil
        none.page = nil
        none.atText = nil
        none.text = nil
        none.image = nil
        none.strokes = nil
        none.font = nil
        return none
    }
}

extension SignatureLevelOptions {
    fileprivate static var none: SignatureLevelOptions {
        var none = SignatureLevelOptions()
        none.level = nil
        none.contentTimestamp = false
        none.signaturePolicy = nil
        none.signaturePolicyFile = nil
        none.signaturePolicyURL = nil
        none.trust = []
        return none
    }
}

extension SignatureStatementOptions {
    fileprivate static var none: SignatureStatementOptions {
        var none = SignatureStatementOptions()
        none.commitment = []
        none.role = []
        none.city = nil
        none.country = nil
        return none
    }
}

extension TimestampServerOptions {
    fileprivate static var none: TimestampServerOptions {
        var none = TimestampServerOptions()
        none.tsa = []
        none.tsaPolicy = nil
        none.tsaUser = nil
        none.tsaPasswordSource = nil
        none.tsaKey = nil
        return none
    }
}

extension NetworkOptions {
    fileprivate static var none: NetworkOptions {
        var none = NetworkOptions()
        none.allowPrivateHosts = false
        none.serverTrust = []
        return none
    }
}

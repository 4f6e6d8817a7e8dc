internal import Cryptoki
internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What a use opened, and what the service that it asked is made of, whose content is not what it should be.
    func contentFaults(in use: UseTrace) -> [Suspect] {
        // p11-kit passes over what is not a file.
        let looked = use.calls.filter { $0.kind == .look && $0.error == 0 && $0.path.hasSuffix(".module") }.map(\.path)
        let files = use.openedFiles + Set(looked).sorted() + (usesService(use) ? serviceFiles : [])
        let drivers = usesService(use) ? driverLibraries.compactMap(loadingFault) : []
        return files.compactMap { contentFault(of: $0, in: use) } + packageFaults(of: files) + drivers
    }

    /// Why the service can't load a driver, whose mode does not matter to it.
    private func loadingFault(of library: String) -> Suspect? {
        guard exists(library), probe.fileSystem(of: library)?.forbidsPrograms == true else { return nil }
        return Suspect(
            path: library,
            fault: "is on a file system that is mounted noexec, so that pcscd can't load it",
            evidence: [Evidence("mounted at", "\(mountPoint(of: realPath(library)))")],
            weight: .refused,
            remedies: [remount(library, "exec")]
        )
    }

    private var driverLibraries: [String] {
        driverBundles.map(\.library) + readerConfigurations.compactMap(\.library)
    }

    private func contentFault(of path: String, in use: UseTrace) -> Suspect? {
        guard !path.hasPrefix("/dev/"), let status = try? probe.status(of: path) else { return nil }
        func suspect(_ fault: ReportText, _ weight: Suspect.Weight) -> Suspect {
            let evidence = Evidence("\(path)", "\(status.size) bytes, mode \(status.octalPermissions)")
            return Suspect(
                path: path,
                fault: fault,
                evidence: [evidence],
                weight: isNamedByVariable(path) ? max(weight, .refused) : weight,
                remedies: [Remedy("restore an intact copy", commands: ["ls -l \(path)"])]
            )
        }
        switch status.kind {
        case .device: return suspect("is a device, but a file is needed", .damaged)
        case .directory:
            if path.contains(".so") { return suspect("is a directory, but a library is needed", .damaged) }
            if usesService(use), path != readerConfigurationPath, readerConfigurationFiles.contains(path) {
                return suspect("is a directory, but pcscd needs a file", .damaged)
            }
            if path.hasSuffix(".module") { return suspect("is a directory, but p11-kit needs a file", .damaged) }
            if isNamedByVariable(path), path.hasSuffix(".conf") || path.hasSuffix(".cnf") {
                return suspect("is a directory, but a file is needed", .damaged)
            }
            if let place = placeOfTokenDirectory(path), !names(in: path).contains(where: { isToken("\(path)/\($0)") }) {
                return suspect("contains no token, and \(place) names it as SoftHSM's token directory", .absent)
            }
            guard isEmptyDirectory(path) else { return nil }
            let isService = usesService(use) && path == readerConfigurationPath && isServiceToldOf(path)
            guard isService || isInNamedStore(path) || configurationFiles(of: use).contains(where: { names($0, path) })
            else { return nil }
            return suspect("is empty", .absent)
        case .regular:
            // A store that a module has just made, or opened by the flag that makes it, has tables at once.
            let isStore = path.hasSuffix(".sqlite3")
            if status.size == 0, !path.hasSuffix(".lock"), isStore || !use.createdFiles.contains(path) {
                return suspect("is empty", .damaged)
            }
            guard let octets = try? probe.contents(of: path, limit: 16_777_216) else { return nil }
            if let fault = StoredObjectFile.fault(of: path, octets) { return suspect(fault, .damaged) }
            let isConfiguration = ConfigurationFormat.of(path) != nil
            if isConfiguration, octets.contains(0) || String(validating: octets, as: UTF8.self) == nil {
                return suspect("is not text", .damaged)
            }
            return nil
        default: return nil
        }
    }

    /// The line that asks for a backend other than that of a token in the directory.
    func backendFaults(in use: UseTrace) -> [Suspect] {
        guard use.trace.paths.contains(softHSMConfiguration) else { return [] }
        let settings = settings(in: softHSMConfiguration)
        let line = settings.last { $0.name == "objectstore.backend" }
        guard let folder = settings.last(where: { $0.name == "directories.tokendir" })?.words.first,
            let token = names(in: folder).first(where: { $0.utf8.count == 36 })
        else { return [] }
        let isDatabase = exists("\(folder)/\(token)/sqlite3.db")
        guard isDatabase || exists("\(folder)/\(token)/token.object"), isDatabase != (line?.words.first == "db") else {
            return []
        }
        let (right, place) = (isDatabase ? "db" : "file", line?.place ?? softHSMConfiguration)
        return [
            Suspect(
                path: place,
                fault:
                    "selects a different kind of store from the one in \(folder): objectstore.backend must be \(right)",
                evidence: [Evidence("\(folder)/\(token)", isDatabase ? "sqlite3.db" : "token.object")],
                weight: .refused,
                remedies: [Remedy("set objectstore.backend = \(right) in that file")]
            )
        ]
    }

    /// The line of SoftHSM's configuration that names a directory for tokens, if this user can read what is in it.
    private func placeOfTokenDirectory(_ path: String) -> String? {
        guard !softHSMModules.isEmpty, (try? probe.names(in: path)) != nil else { return nil }
        let setting = settings(in: softHSMConfiguration).last { $0.name == "directories.tokendir" }
        guard let setting, let named = setting.words.first, setting.words.count == 1 else { return nil }
        return named == path || named == "\(path)/" ? setting.place : nil
    }

    /// Whether nothing is in a directory; not if it can't be read.
    private func isEmptyDirectory(_ path: String) -> Bool { (try? probe.names(in: path))?.isEmpty == true }

    /// Whether a directory is one that a variable names as a store, or stands in such a one.
    private func isInNamedStore(_ path: String) -> Bool {
        variable(namingStore: path) != nil || variable(namingStore: Machine.directory(of: path)) != nil
    }

    /// The variable that names a directory as a store of tokens; nil if none does.
    func variable(namingStore path: String) -> String? {
        ["JETON_DATA", "JETON_PROVIDER_CARDS", "TPM2_PKCS11_STORE"].first { probe.variables[$0] == path }
    }

    private func names(_ file: String, _ path: String) -> Bool {
        let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard bare.split(separator: "/").count > 1 else { return false }
        return text(file)?.contains(bare) == true
    }

    /// Whether a use asked the PC/SC service, or tried to.
    func usesService(_ use: UseTrace) -> Bool {
        use.trace.calls.contains { $0.path == socketPath || $0.path.contains("/libpcsclite") }
    }

    /// Whether a use asked for the PC/SC service in vain, and for no module that has tokens without it.
    func missesService(_ use: UseTrace) -> Bool {
        guard usesService(use), !has(.service) else { return false }
        let paths = Set(use.trace.paths)
        let used = modules.map(\.path).filter { paths.contains($0) || paths.contains(realPath($0)) }
        return used.allSatisfy { usesPCSC(module: $0) }
            && !paths.contains { $0.hasSuffix("/\(ModuleRegistry.providerFileName)") }
    }

    /// The files that the PC/SC service is made of.
    private var serviceFiles: [String] {
        let lists = driverBundles.map { "\($0.path)/Contents/Info.plist" }
        let readers = readerConfigurationFiles + [readerConfigurationPath]
        return ([serviceProgram].compactMap { $0 } + lists + driverLibraries + readers).filter(exists)
    }

    // MARK: - Settings

    /// The settings of files that a use read, and the variables, that mean nothing.
    func configurationFaults(in use: UseTrace) -> [Suspect] {
        let readers = usesService(use) ? readerConfigurationFiles : []
        return (configurationFiles(of: use) + readers).flatMap { settingFaults(of: $0) } + variableFaults
    }

    /// The settings of a file that its program does not know.
    func settingFaults(of path: String) -> [Suspect] {
        guard let format = ConfigurationFormat.of(path), let text = text(path) else { return [] }
        return format.faults(in: text).map { fault in
            Suspect(
                path: "\(path):\(fault.line)",
                fault: "is probably a mistake: \(fault.text)",
                evidence: [Evidence("\(path):\(fault.line)", "\(fault.text)")],
                weight: .unknownSetting,
                remedies: [correction(of: fault, in: path)]
            )
        }
    }

    /// Correcting a line: a command where the word is known and the file is the user's own.
    private func correction(of fault: ConfigurationFormat.Fault, in path: String) -> Remedy {
        guard let (wrong, right) = fault.correction, isOwn(path), isPlain(wrong), isPlain(right) else {
            return Remedy("correct line \(fault.line) of \(path)")
        }
        return Remedy(
            "write '\(right)' in line \(fault.line) of \(path)",
            commands: ["sed -i \("\(fault.line)s/\(wrong)/\(right)/") \(path)"]
        )
    }

    /// Whether a file belongs to this user.
    func isOwn(_ path: String) -> Bool { (try? probe.status(of: path))?.userID == probe.identity.userID }

    /// Whether a word means nothing to a regular expression but itself, or is a dot.
    private func isPlain(_ word: String) -> Bool {
        word.utf8.allSatisfy {
            $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
                || (0x30...0x7A).contains($0) && $0 != 0x5C && $0 != 0x5B && $0 != 0x5D && $0 != 0x5E
        }
    }

    /// The files of reader.conf.
    var readerConfigurationFiles: [String] {
        let path = readerConfigurationPath
        let names = names(in: path)
        return names.isEmpty ? [path].filter(exists) : names.map { "\(path)/\($0)" }
    }

    /// Whether a variable names this very file, so that what a program did without it follows from that.
    func isNamedByVariable(_ path: String) -> Bool { Machine.variables.contains { probe.variables[$0] == path } }

    private static let variables = [
        "SOFTHSM2_CONF", "OPENSC_CONF", "OPENSC_DRIVER", "PCSCLITE_CSOCK_NAME", "TPM2_PKCS11_STORE",
        "TPM2_PKCS11_TCTI", "TPM2_PKCS11_BACKEND", "TPM2TOOLS_TCTI", "SSH_AUTH_SOCK", "OPENSSL_CONF",
        "OPENSSL_ENGINES", "OPENSSL_MODULES", "PKCS11_MODULE_PATH", "PKCS11_PROVIDER_MODULE", "JETON_DATA",
        "JETON_MODULES", "JETON_PROVIDER_CARDS", "GNUPGHOME", "LD_LIBRARY_PATH",
    ]

    private var variableFaults: [Suspect] {
        probe.variables.keys.sorted().compactMap { name in
            guard let near = Spelling.nearest(to: name, in: Machine.variables), probe.variables[near] == nil else {
                return nil
            }
            return Suspect(
                path: name,
                fault: "is a variable that no program reads; the closest known variable is \(near)",
                evidence: [Evidence("\(name)", "set"), Evidence("\(near)", "not set")],
                weight: .unknownSetting,
                remedies: [Remedy("rename the variable", commands: ["unset \(name)"])]
            )
        }
    }

    /// Variables that are not set, where the use found nothing at the place that stands for them.
    func unsetFaults(in use: UseTrace) -> [Suspect] {
        func suspect(_ path: String, _ fault: ReportText, _ name: String, _ weight: Suspect.Weight) -> Suspect {
            Suspect(
                path: path,
                fault: fault,
                evidence: [Evidence("\(name)", "not set")],
                weight: weight,
                remedies: [Remedy("set \(name)")]
            )
        }
        var found: [Suspect] = []
        let program = use.arguments.first?.split(separator: "/").last
        // ssh-add(1): exit status 2 if it can't reach the agent, which it knows by this variable alone.
        if program == "ssh-add", use.trace.end == .exited(2), probe.variables["SSH_AUTH_SOCK"] == nil {
            found.append(
                suspect("SSH_AUTH_SOCK", "is not set, but must name the agent's socket", "SSH_AUTH_SOCK", .missing)
            )
        }
        let unset = unsetVariables(of: use)
        let places = [
            ("JETON_DATA", dataDirectory), ("TPM2_PKCS11_STORE", home.map { "\($0)/.tpm2_pkcs11" }),
            ("TPM2_PKCS11_TCTI", "/dev/tpmrm0"),
        ]
        for case (let name, let place?) in places where unset.contains(name) && !exists(place) {
            found.append(
                suspect(place, "does not exist, and \(name), which would name another one, is not set", name, .absent)
            )
        }
        return found + emptyStoreFaults(in: use)
    }

    /// Databases of tpm2-pkcs11 that a use opened, where the module shows no token that is set up: it makes an empty
    /// one in a place that has none.
    private func emptyStoreFaults(in use: UseTrace) -> [Suspect] {
        let hasToken = surveys.contains { path, survey in
            tpmModules.contains(path) && survey.slots.contains { $0.token?.flags.contains(.tokenInitialized) == true }
        }
        guard !hasToken, surveys.contains(where: { tpmModules.contains($0.path) }) else { return [] }
        let name = "TPM2_PKCS11_STORE"
        let isSet = probe.variables[name]?.isEmpty == false
        return use.openedFiles.filter { $0.hasSuffix("/tpm2_pkcs11.sqlite3") }.map { path in
            Suspect(
                path: path,
                fault: isSet
                    ? "contains no initialized token, and \(name) names its directory"
                    : "contains no initialized token, and \(name), which may name another store, is not set",
                evidence: [Evidence("\(name)", probe.variables[name].map { "\($0)" } ?? "not set")],
                weight: .absent,
                remedies: [
                    Remedy(isSet ? "correct \(name), or restore the store" : "set \(name) to the store's directory")
                ]
            )
        }
    }

    /// The variables that what a use loaded or ran reads, and that are not set.
    func unsetVariables(of use: UseTrace) -> [String] {
        let readers: [(part: String, variables: [String])] = [
            ("libsofthsm2", ["SOFTHSM2_CONF"]), ("opensc", ["OPENSC_CONF"]), ("libpcsclite", ["PCSCLITE_CSOCK_NAME"]),
            ("libtpm2_pkcs11", ["TPM2_PKCS11_STORE", "TPM2_PKCS11_TCTI"]), ("/ssh", ["SSH_AUTH_SOCK"]),
            (ModuleRegistry.providerFileName, ["JETON_DATA"]), ("libcrypto", ["OPENSSL_CONF"]),
        ]
        let paths = use.trace.paths
        return readers.filter { reader in paths.contains { $0.contains(reader.part) } }.flatMap(\.variables)
            .filter { probe.variables[$0] == nil }
    }
}

internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// A file of a token store is damaged, or nothing can be written to the store.
enum StoreDamaged: Check {
    static let page = CheckPage(
        id: "store-damaged",
        layer: .module,
        title: "a file of a token store is damaged, or the store can't be written",
        symptom: "A token has disappeared or is \"uninitialized\"; keys can't be created, `CKR_GENERAL_ERROR` (0x5).",
        cause: "The disk failed or is full, a copy is incomplete, or the file system is mounted read-only.",
        detection: """
            SoftHSM's token files, the tpm2-pkcs11 and NSS databases and Jeton's data directories are read. \
            Their format, length and the attributes that every object has are checked, but not encrypted values. \
            The free space, free inodes and mount options of their file systems are checked too. Images of \
            virtual cards are compared with the slots of Jeton's module.
            """,
        remedies: [Remedy("restore the file from a backup")],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let files = machine.storeFiles
        let sightings =
            files.compactMap { file($0.path, of: $0.modules, machine) } + tokens(machine) + virtualCards(machine)
            + browsers(machine) + machine.storeDirectories.compactMap { directory($0.path, of: $0.modules, machine) }
        return files.isEmpty && sightings.isEmpty ? .irrelevant : .foundOrPassed(sightings)
    }

    /// What is wrong with a file of a store; nil if it is sound or can't be read.
    private static func file(_ path: String, of modules: [String], _ machine: Machine) -> Sighting? {
        if let kind = machine.kindFault(of: path) {
            return sighting(path, kind, Evidence("\(path)", kind), of: modules, machine)
        }
        guard let octets = try? machine.probe.contents(of: path, limit: 16_777_216),
            let fault = StoredObjectFile.fault(of: path, octets)
        else { return nil }
        var found = sighting(path, fault, Evidence("\(path)", "\(octets.count) bytes"), of: modules, machine)
        found.remedies = [
            Remedy(
                "restore the file from a backup, but keep the current file",
                commands: ["cp -a \(path) \(path + ".damaged")"]
            )
        ]
        return found
    }

    /// The tokens of SoftHSM that are not what it made.
    private static func tokens(_ machine: Machine) -> [Sighting] {
        machine.brokenTokens.map { path, fault, modules in
            sighting(path, fault, Evidence("\(path)", fault), of: modules, machine)
        }
    }

    /// The images of virtual cards that Jeton's module does not show.
    private static func virtualCards(_ machine: Machine) -> [Sighting] {
        machine.lostVirtualCards.map { path, fault, module in
            let evidence = Evidence("\(path)", "in the directory of virtual cards")
            return sighting(path, fault, evidence, of: [module], machine)
        }
    }

    private static func sighting(
        _ path: String,
        _ fault: ReportText,
        _ evidence: Evidence,
        of modules: [String],
        _ machine: Machine
    ) -> Sighting {
        Sighting(
            "\(path) \(fault)",
            [evidence],
            severity: machine.severity(ofStoreOf: modules),
            about: modules.map { .module($0) }
        )
    }

    /// Why nothing can be written to a directory; nil if something can.
    private static func directory(_ path: String, of modules: [String], _ machine: Machine) -> Sighting? {
        guard let system = machine.probe.fileSystem(of: path), let fault = fault(of: system) else { return nil }
        let place = machine.mountPoint(of: path)
        return Sighting(
            "nothing can be written to \(path): \(fault)",
            [Evidence("mounted at", "\(place)"), Evidence("free", "\(system.freeBytes) bytes")],
            severity: machine.hasUsableToken ? .warning : .failure,
            about: modules.map { .module($0) },
            remedies: [
                system.isReadOnly
                    ? Remedy(
                        "remount the file system read-write",
                        commands: ["mount -o remount,rw \(place)"],
                        needs: .root
                    )
                    : Remedy("free some space", commands: ["df -h \(path)", "df -i \(path)"])
            ]
        )
    }

    /// The files of browsers' databases that are not what NSS wrote.
    private static func browsers(_ machine: Machine) -> [Sighting] {
        machine.nssDatabases.flatMap { database in
            ["cert9.db", "key4.db", "pkcs11.txt"].compactMap { name -> Sighting? in
                let path = "\(database.folder)/\(name)"
                guard let octets = try? machine.probe.contents(of: path, limit: 67_108_864) else { return nil }
                let isList = name.hasSuffix(".txt")
                let fault: ReportText? =
                    isList
                    ? NSSDatabase.modules(in: ForeignText(decoding: octets)).isEmpty
                        ? "names no module, not even NSS's own" : nil
                    : StoredObjectFile.fault(of: path, octets)
                guard let fault else { return nil }
                return Sighting(
                    "\(path) \(fault)",
                    [Evidence("\(path)", "\(octets.count) bytes")],
                    severity: machine.severity(for: database.application),
                    remedies: [
                        Remedy(
                            isList
                                ? "restore the file from a backup, or add its modules again, but keep the current file"
                                : "restore the file from a backup, but keep the current file",
                            commands: ["cp -a \(path) \(path + ".damaged")"]
                        )
                    ]
                )
            }
        }
    }

    private static func fault(of system: FileSystemState) -> ReportText? {
        if system.isReadOnly { return "its file system is mounted read-only" }
        if system.freeBytes < 4096 { return "its file system is full" }
        return system.freeFiles == 0 ? "its file system has no free inode" : nil
    }
}

extension Machine {
    private static let storeDirectories = Fact<[(path: String, modules: [String])]>()

    /// The directories that modules keep tokens in, as far as they exist, with the modules.
    var storeDirectories: [(path: String, modules: [String])] {
        remember(Self.storeDirectories) {
            var found: [(path: String, modules: [String])] = []
            if !softHSMModules.isEmpty {
                let folder = settings(in: softHSMConfiguration).last { $0.name == "directories.tokendir" }
                if let path = folder?.words.joined(separator: " ") { found.append((path, softHSMModules)) }
            }
            if !tpmModules.isEmpty, let store = probe.variables["TPM2_PKCS11_STORE"] {
                found.append((store, tpmModules))
            }
            let provider = modules.map(\.path).filter { $0.hasSuffix("/\(ModuleRegistry.providerFileName)") }
            if let dataDirectory, !provider.isEmpty { found.append((dataDirectory, provider)) }
            return found.filter { (try? probe.status(of: $0.path))?.kind == .directory }
        }
    }

    private static let storeFiles = Fact<[(path: String, modules: [String])]>()

    /// The files of token stores whose form is known, at most 4,096.
    var storeFiles: [(path: String, modules: [String])] {
        remember(Self.storeFiles) {
            storeDirectories.flatMap { directory, modules in
                let direct = names(in: directory).map { "\(directory)/\($0)" }
                let files = direct.flatMap { path in [path] + names(in: path).prefix(1024).map { "\(path)/\($0)" } }
                return files.filter { path in
                    [".object", ".sqlite3"].contains { path.hasSuffix($0) }
                }.prefix(4096).map { ($0, modules) }
            }
        }
    }

    /// What is wrong with the place of a stored file, whatever is in it; nil if it is a file or can't be seen.
    func kindFault(of path: String) -> ReportText? {
        do {
            return try probe.status(of: path).kind == .regular ? nil : "is not a file"
        } catch {
            guard error.number == 2 || error.number == 40 else { return nil }
            return "is a broken link"
        }
    }

    /// The tokens of SoftHSM whose directory or first object is not what it must be.
    var brokenTokens: [(path: String, fault: ReportText, modules: [String])] {
        guard let (directory, modules) = storeDirectories.first(where: { $0.modules == softHSMModules }) else {
            return []
        }
        return names(in: directory).prefix(1024).compactMap { name in
            let path = "\(directory)/\(name)"
            if (try? probe.status(of: path)) == nil { return (path, "is a broken link", modules) }
            guard (try? probe.status(of: path))?.kind == .directory, (try? probe.names(in: path)) != nil else {
                // SoftHSM names the directory of a token by a UUID, and takes no notice of anything else.
                let isFile = name.utf8.count == 36 && (try? probe.status(of: path))?.kind != .directory
                return isFile ? (path, "is not a directory", modules) : nil
            }
            // Nor is it a token where nothing of one is in it.
            guard name.utf8.count == 36 || isToken(path) else { return nil }
            let first = "\(path)/token.object"
            guard let status = try? probe.status(of: first) else { return (first, "does not exist", modules) }
            return status.kind == .regular ? nil : (first, "is not a file", modules)
        }
    }

    /// Whether SoftHSM has kept a token in a directory; its other files it also makes where there is none.
    func isToken(_ path: String) -> Bool { names(in: path).contains { $0.hasSuffix(".object") } }

    /// How bad it is that a file of a store is damaged: a failure if the modules show no other token that is set up.
    func severity(ofStoreOf modules: [String]) -> Severity {
        let works = surveys.contains { path, survey in
            modules.contains(path) && survey.slots.contains { $0.token?.flags.contains(.tokenInitialized) == true }
        }
        return works
            || hasUsableToken
                && !modules.contains { path in
                    moduleMentions.contains { $0.path == path && $0.isNamedForThisRun }
                }
            ? .warning : .failure
    }
}

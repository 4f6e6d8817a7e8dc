internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What can be wrong with SoftHSM's files.
    enum SoftHSMFault {
        /// The configuration is not there or does not tell the directory of tokens: path and reason.
        case wrongConfiguration(String, String)
        /// The configuration asks for databases, and this build has none: the file and line.
        case missingBackend(String)
        /// The configuration must not be read: its path, and the part of it that is closed.
        case forbiddenConfiguration(String, String)
        /// The directory of tokens can't be used: path and reason.
        case tokenDirectory(String, String)
        /// Some tokens are closed to this user.
        case foreignTokens([String])
    }

    /// The SoftHSM modules that are in use here and can be loaded.
    var softHSMModules: [String] { loadableModules(named: "softhsm") }

    /// The modules in use that have a part in their path and can be loaded.
    func loadableModules(named part: String) -> [String] {
        modules.map(\.path).filter { path in
            path.contains(part) && (surveys.contains { $0.path == path } || file(ofModule: path) == .sound)
        }
    }

    /// What findings about SoftHSM are about.
    var softHSMSubjects: [Subject] { softHSMModules.map { .module($0) } }

    /// The configuration that SoftHSM reads.
    var softHSMConfiguration: String {
        if let path = probe.variables["SOFTHSM2_CONF"], !path.isEmpty { return path }
        if let home {
            let own = "\(home)/.config/softhsm2/softhsm2.conf"
            if exists(own) { return own }
        }
        return ["/etc/softhsm/softhsm2.conf", "/etc/softhsm2.conf"].first { exists($0) }
            ?? "/etc/softhsm/softhsm2.conf"
    }

    /// The directories in which SoftHSM keeps tokens: that of the configuration it reads, and the usual ones, each with
    /// the number of tokens that this user can see in it.
    var softHSMStores: [(path: String, count: Int)] {
        let named = settings(in: softHSMConfiguration).last { $0.name == "directories.tokendir" }
        let usual =
            ["/var/lib/softhsm/tokens", "/var/lib/softhsm"] + (home.map { ["\($0)/.config/softhsm2/tokens"] } ?? [])
        var seen: Set<String> = []
        let paths = [named?.words.joined(separator: " ")].compactMap { $0 } + usual
        return paths.compactMap { path in
            guard exists(path), seen.insert(realPath(path)).inserted else { return nil }
            let count = names(in: path).prefix(1024).count { isToken("\(path)/\($0)") }
            return count > 0 || path == paths.first ? (path, count) : nil
        }
    }

    /// Variables and answers that concern SoftHSM.
    var softHSMEvidence: [Evidence] {
        let variables =
            [Evidence("SOFTHSM2_CONF", "\(probe.variables["SOFTHSM2_CONF"] ?? "not set")")]
            + (probe.variables["SOFTHSM_CONF"].map { [Evidence("SOFTHSM_CONF", "\($0)")] } ?? [])
        return variables + failedModules(named: "softhsm").map { Evidence("answer", "\($0.failure.description)") }
    }

    private static let softHSMFault = Fact<SoftHSMFault?>()

    /// What is wrong with SoftHSM's files, if it is in use; of one that shows a token, only that others are closed.
    var softHSMFault: SoftHSMFault? {
        remember(Self.softHSMFault) {
            let works = initializedTokens.contains { softHSMModules.contains($0.module) }
            let fault = softHSMModules.isEmpty ? nil : faultOfSoftHSMFiles
            if case .foreignTokens? = fault { return fault }
            return works ? nil : fault
        }
    }

    private var faultOfSoftHSMFiles: SoftHSMFault? {
        let path = softHSMConfiguration
        guard let text = text(path) else {
            if let part = forbiddenPart(of: path) { return .forbiddenConfiguration(path, part) }
            return .wrongConfiguration(path, exists(path) ? "can't be read" : "does not exist")
        }
        let folder = settings(in: path).last { $0.name == "directories.tokendir" }?.words.joined(separator: " ")
        guard let folder else {
            let isOld = text.lines().contains { $0.first?.isNumber == true && $0.contains(":") }
            return .wrongConfiguration(
                path,
                isOld ? "is written for SoftHSM 1" : "does not set directories.tokendir"
            )
        }
        let backend = settings(in: path).last { $0.name == "objectstore.backend" }
        if let backend, backend.words.first == "db", softHSMModules.allSatisfy({ !hasDatabases($0) }) {
            return .missingBackend(backend.place)
        }
        return fault(ofTokenDirectory: folder)
    }

    /// Whether a build of SoftHSM keeps tokens in databases of SQLite.
    private func hasDatabases(_ module: String) -> Bool {
        guard let octets = try? probe.contents(of: module, limit: 67_108_864) else { return true }
        return SharedLibrary(octets)?.needed.contains { $0.hasPrefix("libsqlite3") } ?? true
    }

    private func fault(ofTokenDirectory folder: String) -> SoftHSMFault? {
        do {
            guard try probe.status(of: folder).kind == .directory else {
                return .tokenDirectory(folder, "is not a directory")
            }
            try probe.checkAccess(to: folder, .read)
            try probe.checkAccess(to: folder, .write)
            try probe.checkAccess(to: folder, .execute)
        } catch {
            return .tokenDirectory(folder, error.description)
        }
        let closed = names(in: folder).map { "\(folder)/\($0)" }.filter { token in
            do throws(SystemFailure) {
                try probe.checkAccess(to: token, .read)
                return false
            } catch {
                return error.number == 13
            }
        }
        return closed.isEmpty ? nil : .foreignTokens(closed)
    }
}

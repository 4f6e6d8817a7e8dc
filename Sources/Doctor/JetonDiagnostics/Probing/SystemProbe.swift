internal import Glibc
internal import JetonOctets
internal import JetonPrograms
public import TokenKit

/// The machine as it is, or the tree of one below another root.
///
/// Its children are started by ``begin()`` all at once, so that they run while checks look at files; what they found is
/// waited for when it is asked for.
public final class SystemProbe: Probe {
    /// What a probe is made for.
    public struct Settings {
        /// The directory that stands for `/`; empty for the machine itself.
        public var root = ""
        /// The environment's variables.
        public var variables: [String: String]
        /// Where modules are looked for; its root should be the same.
        public var modules: ModuleEnvironment
        /// Modules named for this run; without any, those that are registered.
        public var modulePaths: [String] = []
        /// How long each child may take, in milliseconds.
        public var deadlineMilliseconds = 5000
        /// A program that takes `module-survey PATH [STRING]`, `token-contents PATH [STRING]` and `pcsc-survey`, for
        /// processes that can't fork; and `module-conduct PATH [STRING]`, for all.
        public var helper: String?
        /// The directory of Jeton's keystore; nil if there can be none.
        public var keystoreDirectory: String?
        /// The directory that remembers the keystore's generations; nil leaves old copies unnoticed.
        public var keystoreWitnessDirectory: String?
        /// The directory of the index of pairings; nil if there can be none.
        public var pairingDirectory: String?

        /// Makes connections to the servers that the user named, calling its argument at least every few seconds; nil if
        /// the network is not to be used.
        public var network: ((() -> Void) -> NetworkSurvey)?

        /// Makes settings for a machine.
        public init(variables: [String: String], modules: ModuleEnvironment) {
            self.variables = variables
            self.modules = modules
        }
    }

    /// The environment's variables.
    package var variables: [String: String] { settings.variables }
    /// Who asks.
    package let identity: ProcessIdentity

    /// Called about five times a second while a child is waited for.
    public var whileWaiting: () -> Void = {}

    private let settings: Settings
    private var serviceWork: IsolatedWork?
    private var serviceSurvey: PCSCSurvey?
    private lazy var foundRegistry = ModuleRegistry(in: settings.modules, only: settings.modulePaths)
    private var moduleSurvey: (requests: [ModuleSurveyor.Request], survey: RunningSurvey)?
    private var moduleEntries: [Inventory.ModuleEntry]?

    /// Makes a probe; nothing is looked at yet.
    public init(_ settings: Settings) {
        self.settings = settings
        identity = SystemProbe.currentIdentity()
    }

    /// Starts the children that ask PC/SC and the modules; does nothing the second time.
    package func begin() {
        if serviceWork == nil, serviceSurvey == nil {
            serviceWork =
                IsolatedWork.canFork
                ? IsolatedWork { PCSCSurvey.serve(to: $0) }
                : settings.helper.flatMap { IsolatedWork(program: $0, arguments: ["pcsc-survey"]) }
        }
        if moduleSurvey == nil, moduleEntries == nil {
            let requests = registry().surveyRequests
            let surveyor = ModuleSurveyor(
                deadlineMilliseconds: settings.deadlineMilliseconds,
                helper: settings.helper
            )
            moduleSurvey = (requests, surveyor.begin(requests))
        }
    }

    /// What came of connections to servers.
    package func network() -> NetworkSurvey? { settings.network.map { $0(whileWaiting) } }

    // MARK: - Children

    /// What PC/SC shows, asked in a child.
    package func pcsc() -> PCSCSurvey {
        if let serviceSurvey { return serviceSurvey }
        begin()
        var survey = PCSCSurvey()
        if let work = serviceWork {
            // A card that is held needs no longer to be waited for than a service that hangs.
            let deadline = min(settings.deadlineMilliseconds, 3000)
            survey = PCSCSurvey(work.outcome(atMost: deadline, whileWaiting: whileWaiting))
            // A module that one of our own children runs may be what holds the card: once they are done it is free.
            if survey.readers.contains(where: { $0.connection == .blocked }) {
                _ = modules()
                if let second = IsolatedWork({ PCSCSurvey.serve(to: $0) }) {
                    survey = PCSCSurvey(second.outcome(atMost: min(deadline, 2000), whileWaiting: whileWaiting))
                }
            }
        } else {
            survey.wasAsked = false
        }
        serviceWork = nil
        serviceSurvey = survey
        return survey
    }

    /// What PC/SC shows now.
    package func pcscAgain() -> PCSCSurvey {
        guard let work = IsolatedWork({ PCSCSurvey.serve(to: $0) }) else { return pcsc() }
        return PCSCSurvey(work.outcome(atMost: min(settings.deadlineMilliseconds, 2000), whileWaiting: whileWaiting))
    }

    /// Which modules are registered.
    package func registry() -> ModuleRegistry { foundRegistry }

    /// What the modules show, each asked in a child.
    package func modules() -> [Inventory.ModuleEntry] {
        if let moduleEntries { return moduleEntries }
        begin()
        guard let (requests, survey) = moduleSurvey else { return [] }
        let entries = zip(requests, survey.results(whileWaiting: whileWaiting)).map { request, outcome in
            Inventory.ModuleEntry(
                path: request.path,
                initializationString: request.initializationString,
                outcome: outcome
            )
        }
        moduleEntries = entries
        moduleSurvey = nil
        return entries
    }

    /// What other modules show that a program may load, each asked in a child.
    package func modules(forPrograms paths: [String], areAll: Bool) -> ReachableModules {
        var reachable = ReachableModules()
        var seen: Set<String> = []
        if areAll {
            // Those that were looked at already are not loaded again.
            reachable.entries = modules().filter { paths.contains($0.path) }
            seen.formUnion(reachable.entries.map(\.path))
        } else {
            seen.formUnion(modules().map(\.path))
        }
        var registries = paths.isEmpty ? [] : [ModuleRegistry(in: settings.modules, only: paths)]
        if !areAll { registries.append(ModuleRegistry(in: settings.modules)) }
        for module in registries.flatMap(\.leftOut) where !seen.contains(module.path) {
            switch module.reason {
            case .disabledIn, .remote, .openToOthers: reachable.notLoaded.append(module.path)
            default: break
            }
        }
        let requests = registries.flatMap(\.surveyRequests).filter { seen.insert($0.path).inserted }
        let surveyor = ModuleSurveyor(deadlineMilliseconds: settings.deadlineMilliseconds, helper: settings.helper)
        let outcomes = requests.isEmpty ? [] : surveyor.begin(requests).results(whileWaiting: whileWaiting)
        reachable.entries += zip(requests, outcomes).map { request, outcome in
            Inventory.ModuleEntry(
                path: request.path,
                initializationString: request.initializationString,
                outcome: outcome
            )
        }
        return reachable
    }

    /// What tokens show without login, each module asked in a child.
    package func contents(ofTokensIn modules: [ModuleSurveyor.Request]) -> [TokenContents] {
        let children = modules.map { request in
            if IsolatedWork.canFork { return IsolatedWork { TokenContents.serve(request, to: $0) } }
            let arguments = ["token-contents", request.path] + (request.initializationString.map { [$0] } ?? [])
            return settings.helper.flatMap { IsolatedWork(program: $0, arguments: arguments) }
        }
        return zip(modules, children).flatMap { request, child in
            let deadline = settings.deadlineMilliseconds
            guard
                let outcome = child?.outcome(atMost: deadline, path: request.path, whileWaiting: whileWaiting)
            else { return [] as [TokenContents] }
            return TokenContents.decode(outcome.octets, module: request.path)
        }
    }

    /// How modules behave after a fork and at the end of the process; none without a helper.
    package func conduct(of modules: [ModuleSurveyor.Request]) -> [ModuleConduct] {
        let children = modules.map { request in
            let arguments = ["module-conduct", request.path] + (request.initializationString.map { [$0] } ?? [])
            return settings.helper.flatMap { IsolatedWork(program: $0, arguments: arguments) }
        }
        return zip(modules, children).compactMap { request, child in
            let outcome = child?.outcome(
                atMost: settings.deadlineMilliseconds,
                path: request.path,
                whileWaiting: whileWaiting
            )
            return outcome.map { ModuleConduct($0, module: request.path) }
        }
    }

    /// What cards tell without login, asked in a child; nil if this process can't fork.
    package func cards(_ questions: [CardQuestion]) -> [CardSurvey]? {
        guard IsolatedWork.canFork, let child = IsolatedWork({ CardSurvey.serve(questions, to: $0) }) else {
            return nil
        }
        let outcome = child.outcome(atMost: settings.deadlineMilliseconds, whileWaiting: whileWaiting)
        return CardSurvey.decode(outcome.octets)
    }

    /// Observes a program.
    package func observe(_ arguments: [String]) -> SystemCallTrace? {
        SystemCallTrace.observe(arguments, atMost: 60_000, whileWaiting: whileWaiting)
    }

    /// Runs a program that can't be observed.
    package func succeeds(_ arguments: [String]) -> Bool? {
        // Without a pipe: it tells whether a command works where none can be made any more.
        guard let program = try? ProgramCall(silent: arguments).start() else { return nil }
        let end = program.end(within: .seconds(60), whileWaiting: whileWaiting)
        if end == nil { program.kill() }
        return end == .exited(0)
    }

    /// Observes how a module starts, in a program of its own.
    package func observe(_ module: ModuleSurveyor.Request, hasHung: Bool) -> SystemCallTrace? {
        guard let helper = settings.helper else { return nil }
        let arguments = [helper, "module-survey", module.path] + (module.initializationString.map { [$0] } ?? [])
        return SystemCallTrace.observe(
            arguments,
            atMost: settings.deadlineMilliseconds,
            quiet: hasHung ? 500 : 0,
            whileWaiting: whileWaiting
        )
    }

    /// The file system that has a path.
    package func fileSystem(of path: String) -> FileSystemState? {
        var state = statvfs()
        guard unsafe statvfs(located(path), &state) == 0 else { return nil }
        return FileSystemState(
            freeBytes: UInt64(state.f_bavail) * UInt64(state.f_frsize),
            // Some file systems count no inodes.
            freeFiles: state.f_files == 0 ? nil : UInt64(state.f_favail),
            // ST_RDONLY.
            isReadOnly: state.f_flag & 1 != 0,
            // ST_NOEXEC, which Swift does not import.
            forbidsPrograms: state.f_flag & 8 != 0
        )
    }

    /// How Jeton's own keystore is.
    package func keystore() -> KeystoreSurvey {
        guard let directory = settings.keystoreDirectory else { return KeystoreSurvey() }
        return KeystoreSurvey(
            directory: directory,
            witnessDirectory: settings.keystoreWitnessDirectory,
            pairingDirectory: settings.pairingDirectory,
            now: now
        )
    }

    /// Runs a program of the machine itself, whatever the root.
    package func run(_ arguments: [String]) -> CommandResult {
        guard let name = arguments.first else { return .notAvailable }
        let candidates =
            name.hasPrefix("/") ? [name] : ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }
        guard let program = candidates.first(where: { unsafe access($0, X_OK) == 0 }),
            let work = IsolatedWork(program: program, arguments: Array(arguments.dropFirst()))
        else { return .notAvailable }
        // Programs of the system may hang where its services are missing; a module's deadline may be of minutes.
        let deadline = min(max(2000, settings.deadlineMilliseconds), 6000)
        let outcome = work.outcome(atMost: deadline, whileWaiting: whileWaiting)
        guard case .exited(let code) = outcome.end else { return .broken }
        return .ended(code: code, output: ForeignText(decoding: outcome.octets.prefix(1_048_576)))
    }

    // MARK: - Files

    /// Seconds since the beginning of 1970, by the machine's clock.
    package var now: Int64 { Int64(time(nil)) }

    /// The machine's clocks of time since its start.
    package var clocks: MachineClocks {
        MachineClocks(
            awakeMilliseconds: SystemProbe.milliseconds(CLOCK_MONOTONIC),
            elapsedMilliseconds: SystemProbe.milliseconds(CLOCK_BOOTTIME)
        )
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The octets of a regular file.
    package func contents(of path: String, limit: Int) throws(SystemFailure) -> [UInt8] {
        try FileAccess.contents(of: located(path), limit: limit)
    }

    /// The names in a directory.
    package func names(in directory: String) throws(SystemFailure) -> [String] {
        try FileAccess.names(in: located(directory), limit: 65_536)
    }

    /// What a path leads to.
    package func status(of path: String) throws(SystemFailure) -> ProbedFile {
        var status = stat()
        guard unsafe stat(located(path), &status) == 0 else { throw SystemFailure(number: errno) }
        let kind: ProbedFile.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFSOCK: .socket
            case S_IFCHR, S_IFBLK: .device
            default: .other
            }
        return ProbedFile(
            kind: kind,
            permissions: status.st_mode & 0o7777,
            userID: status.st_uid,
            groupID: status.st_gid,
            size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec),
            identity: [UInt64(status.st_dev), UInt64(status.st_ino)]
        )
    }

    /// Where a symbolic link points.
    package func target(ofLink path: String) throws(SystemFailure) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink(located(path), &buffer, buffer.count)
        guard count >= 0 else { throw SystemFailure(number: errno) }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether this process may do something, by its effective user and groups.
    package func checkAccess(to path: String, _ kind: FileAccessKind) throws(SystemFailure) {
        let mode =
            switch kind {
            case .read: R_OK
            case .write: W_OK
            case .execute: X_OK
            }
        guard unsafe faccessat(AT_FDCWD, located(path), mode, AT_EACCESS) == 0 else {
            throw SystemFailure(number: errno)
        }
    }

    /// Asks at a Unix stream socket, for at most two seconds.
    package func ask(socket path: String, _ request: [UInt8], answerLength length: Int) -> SocketAnswer {
        UnixSocketQuestion(path: located(path), milliseconds: 2000).ask(request, answerLength: length)
    }

    private func located(_ path: String) -> String { path.hasPrefix("/") ? settings.root + path : path }

    private static func currentIdentity() -> ProcessIdentity {
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = unsafe getgroups(Int32(groups.count), &groups)
        var name = [CChar](repeating: 0, count: 256)
        _ = unsafe gethostname(&name, name.count - 1)
        var user = ""
        if let entry = unsafe getpwuid(geteuid()), let text = unsafe entry.pointee.pw_name {
            user = unsafe String(cString: text)
        }
        return ProcessIdentity(
            userID: geteuid(),
            groupIDs: [getegid()] + groups.prefix(max(0, Int(count))),
            processID: getpid(),
            userName: user,
            hostName: String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
    }
}

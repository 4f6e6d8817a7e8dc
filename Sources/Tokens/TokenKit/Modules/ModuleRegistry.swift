internal import JetonFiles

/// The PKCS #11 modules of a system: which to use, which were left out and why.
///
/// Nothing is loaded here. With explicit paths just these are used; otherwise p11-kit's configuration, then
/// `JETON_MODULES`, then the built-in table; Jeton's own provider stands before all that have no higher priority than
/// its own. Of one file (links followed) the first mention counts.
///
/// ```swift
/// let registry = ModuleRegistry(in: environment)
/// for module in registry.modules { print(module.name, module.path) }
/// ```
public struct ModuleRegistry: Sendable {
    /// The modules to use, in the order in which to use them.
    public var modules: [RegisteredModule] { entries.filter { $0.reason == nil } }
    /// The modules that were found and left out, each with its reason.
    public var leftOut: [RegisteredModule] { entries.filter { $0.reason != nil } }
    /// What is wrong with the configuration, in the order in which it was read.
    public private(set) var problems: [ModuleProblem] = []

    private var entries: [RegisteredModule] = []
    private var paths = PathsByFile()

    /// The file name of Jeton's own module.
    public static let providerFileName = "libjeton-pkcs11.so"

    /// Looks for modules; blocks on the file system.
    ///
    /// - Parameters:
    ///   - environment: The system to look at.
    ///   - paths: Modules named for this run; if there are any, nothing else is looked for. A name without a slash is
    ///     looked for in the library directories and in `pkcs11` below them.
    public init(in environment: ModuleEnvironment, only paths: [String] = []) {
        guard paths.isEmpty else {
            for path in paths { addNamed(path, source: .argument, in: environment) }
            return
        }
        let refused = addConfigured(in: environment)
        for path in environment.environmentModules {
            if ModuleEnvironment.isRelative(path) {
                addRelative(path)
            } else {
                addNamed(path, source: .environment, in: environment)
            }
        }
        // What the configuration leaves out must not come back by the table; naming it in JETON_MODULES may bring it.
        self.paths.add(refused)
        addWellKnown(in: environment)
        addProvider(in: environment)
        preferProvider()
    }

    // MARK: - Sources

    private mutating func addNamed(
        _ path: String,
        source: RegisteredModule.Source,
        in environment: ModuleEnvironment
    ) {
        let resolved =
            path.utf8.contains(UInt8(ascii: "/"))
            ? path : ModuleRegistry.find(path, in: environment.moduleDirectories, of: environment) ?? path
        var entry = makeEntry(name: ModulePath.moduleName(of: path), path: resolved, source: source)
        guard let identity = FileAccess.identity(ofFile: environment.located(resolved)),
            resolved.utf8.contains(UInt8(ascii: "/"))
        else {
            entry.reason = .missing
            problems.append(ModuleProblem(.noSuchModule, file: resolved, detail: source.description))
            entries.append(entry)
            return
        }
        append(entry, identity, in: environment)
    }

    private mutating func addRelative(_ path: String) {
        var entry = makeEntry(name: ModulePath.moduleName(of: path), path: path, source: .environment)
        entry.reason = .relativePath
        problems.append(ModuleProblem(.relativePath, file: path, detail: entry.source.description))
        entries.append(entry)
    }

    /// Adds the configured modules, and returns the files of those that were left out.
    private mutating func addConfigured(in environment: ModuleEnvironment) -> PathsByFile {
        var refused = PathsByFile()
        let configurations = ModuleConfigurations(in: environment)
        problems += configurations.problems
        for configuration in configurations.modules {
            problems += configuration.problems
            let written = configuration.switchedOffModule ?? configuration.module?.value ?? ""
            let path = written.isEmpty ? "" : ModuleRegistry.locate(written, in: environment)
            let field = configuration.remote ?? configuration.module
            var entry = RegisteredModule(
                name: configuration.name,
                path: path,
                source: .configuration(file: field?.file ?? configuration.file, line: field?.line ?? 1),
                priority: configuration.priority,
                isCritical: configuration.isCritical,
                configuration: configuration
            )
            let identity = path.isEmpty ? nil : FileAccess.identity(ofFile: environment.located(path))
            entry.reason = ModuleRegistry.reason(toLeaveOut: entry, identity, configuration, environment)
            if let identity, entry.reason == nil {
                append(entry, identity, in: environment)
            } else {
                entries.append(entry)
                if let identity { refused.set(path, for: identity) }
            }
        }
        return refused
    }

    private static func reason(
        toLeaveOut entry: RegisteredModule,
        _ identity: FileAccess.Identity?,
        _ configuration: ModuleConfiguration,
        _ environment: ModuleEnvironment
    ) -> RegisteredModule.Reason? {
        if !configuration.isEnabled(in: environment.programName) {
            return .disabledIn(program: environment.programName)
        }
        if let remote = configuration.remote { return .remote(remote.value) }
        if entry.path.isEmpty || configuration.switchedOffModule != nil { return .switchedOff }
        if identity == nil { return .missing }
        return WellKnownModules.row(ofPath: entry.path)?.leftOutBecause.map { .notWanted($0) }
    }

    private mutating func addWellKnown(in environment: ModuleEnvironment) {
        for row in WellKnownModules.all {
            var taken: String?
            for path in row.candidatePaths(in: environment.libraryDirectories) {
                guard let identity = FileAccess.identity(ofFile: environment.located(path)) else { continue }
                // A link to a file already seen is no news.
                if paths[identity] != nil {
                    taken = taken ?? paths[identity]
                    continue
                }
                var entry = makeEntry(
                    name: ModulePath.moduleName(of: path),
                    path: path,
                    source: .wellKnown(vendor: row.vendor, product: row.product)
                )
                if let why = row.leftOutBecause {
                    entry.reason = .notWanted(why)
                } else if let other = taken ?? firstUsed(of: row) {
                    entry.reason = .anotherCopy(of: other)
                }
                append(entry, identity, in: environment)
                taken = taken ?? path
            }
        }
    }

    private mutating func addProvider(in environment: ModuleEnvironment) {
        let name = ModuleRegistry.providerFileName
        let beside = environment.executableDirectory.map { [$0, "\($0)/../lib"] } ?? []
        for directory in beside + environment.moduleDirectories {
            let path = "\(directory)/\(name)"
            guard let identity = FileAccess.identity(ofFile: environment.located(path)) else { continue }
            if paths[identity] != nil { return }
            var entry = makeEntry(name: ModulePath.moduleName(of: name), path: path, source: .provider)
            if let other = entries.first(where: { $0.reason == nil && ModulePath.fileName(of: $0.path) == name }) {
                entry.reason = .anotherCopy(of: other.path)
            }
            append(entry, identity, in: environment)
            return
        }
    }

    /// Puts Jeton's own module before the others of its priority.
    ///
    /// A card that several modules show is driven by it wherever it stands: ``Inventory``.
    private mutating func preferProvider() {
        guard
            let place = entries.firstIndex(where: {
                $0.reason == nil && ModulePath.fileName(of: $0.path) == ModuleRegistry.providerFileName
            })
        else { return }
        let provider = entries.remove(at: place)
        let first = entries.firstIndex { $0.reason == nil && $0.priority <= provider.priority }
        entries.insert(provider, at: min(first ?? place, place))
    }

    // MARK: - Entries

    private func makeEntry(name: String, path: String, source: RegisteredModule.Source) -> RegisteredModule {
        RegisteredModule(
            name: name,
            path: path,
            source: source,
            priority: 0,
            isCritical: false,
            configuration: nil
        )
    }

    /// Adds an entry whose file is there, left out if the file was seen before.
    private mutating func append(
        _ entry: RegisteredModule,
        _ identity: FileAccess.Identity,
        in environment: ModuleEnvironment
    ) {
        var entry = entry
        if let earlier = paths[identity] {
            entry.reason = entry.reason ?? .duplicate(of: earlier)
        } else if let why = weakness(of: entry, in: environment) {
            problems.append(ModuleProblem(.openToOthers, file: entry.path, detail: why))
            if environment.userID == 0 {
                entry.reason = .openToOthers(why)
            } else {
                paths.set(entry.path, for: identity)
            }
        } else {
            paths.set(entry.path, for: identity)
        }
        entries.append(entry)
    }

    /// How others can change a module that is to be used; nil if they can't.
    private func weakness(of entry: RegisteredModule, in environment: ModuleEnvironment) -> String? {
        // Who can change what lies beside the program can change the program.
        guard entry.reason == nil, entry.source != .provider else { return nil }
        return FileTrust.weakness(of: environment.located(entry.path), trusting: environment.userID)
    }

    private func firstUsed(of row: WellKnownModule) -> String? {
        entries.first { $0.reason == nil && row.hasFileName(of: $0.path) }?.path
    }

    // MARK: - Paths

    /// The path that a configuration's `module` means: relative ones are below p11-kit's module directory, which is
    /// `pkcs11` below one of the library directories.
    private static func locate(_ written: String, in environment: ModuleEnvironment) -> String {
        if written.hasPrefix("/") { return written }
        let directories = environment.libraryDirectories.map { "\($0)/pkcs11" }
        return find(written, in: directories, of: environment) ?? "\(directories.first ?? "")/\(written)"
    }

    private static func find(
        _ name: String,
        in directories: [String],
        of environment: ModuleEnvironment
    ) -> String? {
        directories.lazy.map { "\($0)/\(name)" }.first {
            FileAccess.identity(ofFile: environment.located($0)) != nil
        }
    }
}

extension ModuleEnvironment {
    /// The library directories, and `pkcs11` below each.
    fileprivate var moduleDirectories: [String] {
        libraryDirectories.flatMap { [$0, "\($0)/pkcs11"] }
    }
}

extension ModuleRegistry {
    /// What is to be surveyed: the modules to use, and those named for this run that are not there.
    public var surveyRequests: [ModuleSurveyor.Request] {
        let missing = leftOut.filter { $0.source == .argument && $0.reason == .missing }
        return (modules + missing).map { module in
            ModuleSurveyor.Request(path: module.path, initializationString: module.configuration?.initReserved)
        }
    }
}

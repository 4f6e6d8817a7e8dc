internal import JetonFiles

/// All of p11-kit's configuration on a system: global settings, and one entry a module.
///
/// Read as p11-kit 0.24 and later read it: the user's directory outweighs the administrator's, which outweighs the
/// distribution's; files of one name are merged setting by setting. Where p11-kit gives up, the file or line at
/// fault is left out and reported.
///
/// - SeeAlso: pkcs11.conf(5), "Configuration files".
package struct ModuleConfigurations: Sendable {
    /// How the user's configuration takes part: the setting `user-config`.
    package enum UserConfiguration: String, Hashable, Sendable {
        /// It is not read.
        case none
        /// It outweighs the system's, setting by setting.
        case merge
        /// The system's modules are not read.
        case only
    }

    /// The modules, the one of highest priority first, those of equal priority by the octets of their names.
    package private(set) var modules: [ModuleConfiguration] = []
    /// The settings of `pkcs11.conf`.
    package private(set) var global = ConfigurationFile()
    /// How the user's configuration took part.
    package private(set) var userConfiguration = UserConfiguration.merge
    /// What is wrong with the global files and with the directories; each module tells its own.
    package private(set) var problems: [ModuleProblem] = []

    /// How many files a directory may have.
    package static let maximumFileCount = 1024

    private struct Draft {
        let name: String
        let file: String
        var contents: ConfigurationFile
    }

    /// Reads the configuration; blocks on the file system.
    package init(in environment: ModuleEnvironment) {
        loadGlobals(environment)
        var drafts: [Draft] = []
        if userConfiguration != .none, let user = environment.userDirectory {
            load(directory: "\(user)/modules", in: environment, isUsers: true, into: &drafts)
        }
        if userConfiguration != .only {
            load(directory: ModuleEnvironment.systemDirectory, in: environment, isUsers: false, into: &drafts)
            load(directory: ModuleEnvironment.packageDirectory, in: environment, isUsers: false, into: &drafts)
        }
        modules = drafts.map { draft in
            ModuleConfiguration(name: draft.name, file: draft.file, contents: draft.contents, global: global)
        }
        modules.sort { left, right in
            left.priority == right.priority
                ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : left.priority > right.priority
        }
    }

    private mutating func loadGlobals(_ environment: ModuleEnvironment) {
        let system = read(ModuleEnvironment.systemFile, in: environment, isUsers: false) ?? ConfigurationFile()
        problems += system.problems
        global = system
        userConfiguration = mode(of: system, default: .merge)
        guard userConfiguration != .none, let directory = environment.userDirectory else {
            userConfiguration = .none
            return
        }
        guard var user = read("\(directory)/pkcs11.conf", in: environment, isUsers: true) else { return }
        problems += user.problems
        userConfiguration = mode(of: user, default: userConfiguration)
        switch userConfiguration {
        case .none: break
        case .merge:
            user.merge(defaults: system)
            global = user
        case .only: global = user
        }
    }

    private mutating func mode(of file: ConfigurationFile, default mode: UserConfiguration) -> UserConfiguration {
        guard let field = file["user-config"] else { return mode }
        // The older name of 'only', which p11-kit still takes.
        if field.value == "override" { return .only }
        if let known = UserConfiguration(rawValue: field.value) { return known }
        problems.append(
            ModuleProblem(.unknownUserConfiguration, file: field.file, line: field.line, detail: "user-config")
        )
        return .none
    }

    private mutating func load(
        directory: String,
        in environment: ModuleEnvironment,
        isUsers: Bool,
        into drafts: inout [Draft]
    ) {
        let names: [String]
        do {
            names = try FileAccess.names(
                in: environment.located(directory),
                limit: ModuleConfigurations.maximumFileCount
            )
        } catch {
            if !error.isForgiven(inUsersDirectory: isUsers) { reportUnreadable(directory, error) }
            return
        }
        for fileName in names {
            let path = "\(directory)/\(fileName)"
            do {
                if try FileAccess.isDirectory(environment.located(path)) { continue }
            } catch {
                reportUnreadable(path, error)
                continue
            }
            guard var contents = read(path, in: environment, isUsers: isUsers) else { continue }
            let name = ModuleConfigurations.moduleName(ofFile: fileName)
            if name == nil { contents.report(ModuleProblem(.unusualFileName, file: path)) }
            let key = name ?? fileName
            if let index = drafts.firstIndex(where: { $0.name == key }) {
                drafts[index].contents.merge(defaults: contents)
            } else {
                drafts.append(Draft(name: key, file: path, contents: contents))
            }
        }
    }

    /// Reads a file; nil if it is not there or can't be read, the latter reported.
    private mutating func read(
        _ path: String,
        in environment: ModuleEnvironment,
        isUsers: Bool
    ) -> ConfigurationFile? {
        do {
            let octets = try FileAccess.contents(
                of: environment.located(path),
                limit: ConfigurationFile.maximumLength
            )
            if let why = FileTrust.weakness(of: environment.located(path), trusting: environment.userID) {
                problems.append(ModuleProblem(.openToOthers, file: path, detail: why))
                if environment.userID == 0 { return nil }
            }
            return ConfigurationFile(parsing: octets, file: path)
        } catch {
            if !error.isForgiven(inUsersDirectory: isUsers) { reportUnreadable(path, error) }
            return nil
        }
    }

    private mutating func reportUnreadable(_ path: String, _ failure: SystemFailure) {
        problems.append(ModuleProblem(.unreadable, file: path, detail: failure.description))
    }

    /// The name of a module by its file's, or nil if p11-kit finds the file's name odd: it must start with a letter
    /// or digit, go on with these, `_`, `-` and `.`, and end with `.module`.
    static func moduleName(ofFile name: String) -> String? {
        let suffix = ".module"
        guard name.hasSuffix(suffix), name.utf8.count > suffix.utf8.count, let first = name.utf8.first,
            isAlphanumeric(first),
            name.utf8.allSatisfy({
                isAlphanumeric($0) || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
            })
        else { return nil }
        return String(name.dropLast(suffix.count))
    }

    private static func isAlphanumeric(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

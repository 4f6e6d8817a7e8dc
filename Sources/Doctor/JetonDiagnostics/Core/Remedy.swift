/// Something to do about a finding.
public struct Remedy: Sendable {
    /// What a remedy takes, beside the commands.
    public struct Needs: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Makes needs from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The administrator's rights.
        public static let root = Needs(rawValue: 1)
        /// Logging out and in again.
        public static let newLogin = Needs(rawValue: 2)
        /// Taking the device out and putting it back.
        public static let replug = Needs(rawValue: 4)
        /// Something is lost by it.
        public static let loss = Needs(rawValue: 8)

        /// The needs in words.
        public var words: [String] {
            [(Needs.root, "root"), (.newLogin, "a new login"), (.replug, "replugging"), (.loss, "loss of data")]
                .filter { contains($0.0) }.map(\.1)
        }

        /// The needs for people, in brackets behind a remedy's text; empty if there are none.
        public var note: String {
            let taken = subtracting(.loss).words.joined(separator: ", ")
            let notes = (taken.isEmpty ? [] : ["needs \(taken)"]) + (contains(.loss) ? ["loses data"] : [])
            return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
        }
    }

    /// What to do, in words: an imperative clause without a full stop.
    public let text: ReportText
    /// The commands wherever they are the same.
    public let commands: [ShellCommand]
    /// A package to be installed first, whose command depends on the distribution.
    public let package: Package?
    /// What it takes.
    public let needs: Needs
    /// Whether the package is there already, and has to be installed again.
    private(set) var isRepeated = false
    /// What `--fix` may do by itself; nil if a person must.
    public let fix: Fix?
    /// What allows a remedy to take something away; nil for one that does not.
    public let witnesses: Witnesses?

    /// Makes a remedy; without witnesses it has no ``fix``.
    public init(
        _ text: ReportText,
        commands: [ShellCommand] = [],
        package: Package? = nil,
        needs: Needs = [],
        fix: Fix? = nil,
        witnesses: Witnesses? = nil
    ) {
        self.text = text
        self.commands = commands
        self.package = package
        self.needs = needs
        self.fix = witnesses == nil ? nil : fix
        self.witnesses = witnesses
    }

    /// Whether it takes nothing from anyone: what belongs to the system never, all else only with two witnesses.
    package var isHarmless: Bool {
        commands.allSatisfy { !$0.isHarmful || witnesses != nil && !$0.namesSystemPath }
    }

    /// What is left to say where every remedy would take something away.
    static let askAdministrator = Remedy("ask the administrator of this machine")

    /// Installing a package, and what to run afterwards.
    package static func install(_ package: Package, then commands: [ShellCommand] = []) -> Remedy {
        Remedy(
            "install \(ReportText(stringLiteral: package.title))",
            commands: commands,
            package: package,
            needs: .root
        )
    }

    /// The remedy with READER in its commands replaced by a reader's name.
    func naming(reader: String) -> Remedy {
        Remedy(
            text,
            commands: commands.map { $0.naming(reader: reader) },
            package: package,
            needs: needs,
            fix: fix,
            witnesses: witnesses
        )
    }

    /// The remedy for a machine without systemd, where it restarts pcscd by its own program.
    var withoutServiceManager: Remedy {
        func isRestart(_ command: ShellCommand) -> Bool { command.systemdUse == .restartOfService }
        guard commands.contains(where: isRestart) else { return self }
        let own = commands.flatMap { command -> [ShellCommand] in
            isRestart(command) ? ["pkill -x pcscd", "pcscd"] : [command]
        }
        let isForSystemd = if case .run(let words) = fix { words.first == "systemctl" } else { false }
        return Remedy(
            text,
            commands: own,
            package: package,
            needs: needs,
            fix: isForSystemd ? nil : fix,
            witnesses: witnesses
        )
    }

    /// The remedy for a machine that has the package already: it is installed again.
    var repeated: Remedy {
        var remedy = self
        remedy.isRepeated = true
        return remedy
    }

    /// The commands for a distribution; without one, those for all of them.
    public func commands(on distribution: Distribution?) -> [ShellCommand] {
        guard let package else { return commands }
        let families = distribution.map { [$0] } ?? Distribution.allCases
        let installations = families.compactMap { family in
            (isRepeated ? package.names(on: family).map { family.reinstall($0) } : package.installation(on: family)).map
            {
                command in
                ShellCommand(stringLiteral: distribution == nil ? "\(command)    # \(family.title)" : command)
            }
        }
        return installations + commands
    }
}

extension [Remedy] {
    /// Those that take nothing from anyone; the administrator if none of some is left.
    var harmless: [Remedy] {
        let left = filter(\.isHarmless)
        return left.isEmpty && !isEmpty ? [.askAdministrator] : left
    }
}

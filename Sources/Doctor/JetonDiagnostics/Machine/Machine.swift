internal import Cryptoki
public import JetonOctets
internal import JetonPCSC
public import TokenKit

/// The machine as checks see it: what the probe shows, read once and joined.
///
/// Used by one thread. A fact that more than one check needs lives here or in an extension, and is kept by
/// ``remember(_:of:_:)``.
public final class Machine {
    /// The door to the outside.
    package let probe: any Probe
    /// The applications that the person asked about; empty without.
    package let applications: Set<Application>
    /// The command that the user wants to work; empty without one.
    package let command: [String]
    /// Asks the user whether the command may run once more, although it could send a PIN.
    package let mayRunAgain: (String) -> Bool
    private var memory: [Memory: Any] = [:]
    private var secrets: [(value: String, kind: PrivateKind)] = []

    /// Makes the view on this machine.
    ///
    /// - Parameters:
    ///   - probe: The door to it.
    ///   - applications: What the person asked about; empty for everything.
    ///   - command: A command that should work, which is tried once; empty for none.
    ///   - mayRunAgain: Asks the user the question that it is given, if the command could send a PIN.
    public convenience init(
        _ probe: SystemProbe,
        applications: Set<Application> = [],
        command: [String] = [],
        mayRunAgain: @escaping (String) -> Bool = { _ in false }
    ) {
        let door: any Probe = probe
        self.init(door, applications: applications, command: command, mayRunAgain: mayRunAgain)
    }

    /// Makes the view on a machine.
    package init(
        _ probe: some Probe,
        applications: Set<Application> = [],
        command: [String] = [],
        mayRunAgain: @escaping (String) -> Bool = { _ in false }
    ) {
        self.probe = probe
        self.command = command
        self.mayRunAgain = mayRunAgain
        self.applications = applications
        let identity = probe.identity
        if let home = probe.variables["HOME"], home.utf8.count > 1, home != "/root" { keepPrivate(home, .home) }
        if identity.userName != "root" { keepPrivate(identity.userName, .user) }
        if identity.hostName != "localhost" { keepPrivate(identity.hostName, .host) }
    }

    // MARK: - Memory

    /// Which fact is kept, and of which thing.
    private struct Memory: Hashable {
        let fact: ObjectIdentifier
        let thing: String
    }

    /// Reads a fact the first time, and gives it again afterwards.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - thing: What it is a fact of, such as a path; empty for the machine.
    ///   - read: Reads it.
    /// - Returns: The value.
    package func remember<Value>(_ fact: Fact<Value>, of thing: String = "", _ read: () -> Value) -> Value {
        let key = Memory(fact: ObjectIdentifier(fact), thing: thing)
        // In two steps: a cast of nothing to an optional type would be a value.
        if let known = memory[key], let value = known as? Value { return value }
        let value = read()
        memory[key] = value
        return value
    }

    /// Tells that a value must not stand in a report for others, wherever it comes up.
    package func keepPrivate(_ value: String, _ kind: PrivateKind) {
        if !value.isEmpty { secrets.append((value, kind)) }
    }

    /// The values that a report for others must not show.
    package var privateValues: [(value: String, kind: PrivateKind)] { secrets }

    // MARK: - Environment

    /// The variables of the environment.
    public var variables: [String: String] { probe.variables }

    // MARK: - Files

    /// What a path leads to, symbolic links followed.
    public func status(of path: String) throws(SystemFailure) -> ProbedFile { try probe.status(of: path) }

    /// A text file of at most 1 MiB; nil if it can't be read.
    public func text(_ path: String) -> ForeignText? {
        (try? probe.contents(of: path, limit: 1_048_576)).map { ForeignText(decoding: $0) }
    }

    /// A short file of /sys or /proc without the newline at its end; nil if it can't be read.
    public func word(_ path: String) -> String? {
        text(path).map { String($0.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
    }

    /// The names in a directory; none if it can't be read.
    public func names(in directory: String) -> [String] { (try? probe.names(in: directory)) ?? [] }

    /// Whether a path leads to anything.
    public func exists(_ path: String) -> Bool { (try? probe.status(of: path)) != nil }

    private static let distribution = Fact<Distribution?>()

    /// The distribution's family; nil if it is none that is known.
    public var distribution: Distribution? {
        remember(Self.distribution) {
            for path in ["/etc/os-release", "/usr/lib/os-release"] {
                if let text = text(path) { return Distribution(osRelease: text) }
            }
            return nil
        }
    }

    // MARK: - What can be done

    /// What PC/SC shows.
    package var pcsc: PCSCSurvey { probe.pcsc() }

    private static let modules = Fact<[Inventory.ModuleEntry]>()

    /// What the modules show; their labels and serial numbers become private.
    package var modules: [Inventory.ModuleEntry] {
        remember(Self.modules) {
            let entries = probe.modules()
            keepPrivate(tokensOf: entries)
            return entries
        }
    }

    /// Tells that labels and serial numbers of tokens must not stand in a report for others.
    func keepPrivate(tokensOf entries: [Inventory.ModuleEntry]) {
        for case .success(let survey) in entries.map(\.outcome) {
            for token in survey.slots.compactMap(\.token) {
                keepPrivate(token.label.description, .label)
                let serial = token.serialNumber.description
                keepPrivate(serial, .serial)
                // SoftHSM numbers its slots by the end of the serial number.
                let tail = String(serial.suffix(8))
                if serial.utf8.count >= 8, let number = UInt32(tail, radix: 16), number > 0xFFFF {
                    keepPrivate("0x" + String(number & 0x7FFF_FFFF, radix: 16), .serial)
                    keepPrivate("\(number & 0x7FFF_FFFF)", .serial)
                    keepPrivate(tail, .serial)
                }
            }
        }
    }

    /// Whether something works.
    package func has(_ capability: Capability) -> Bool {
        switch capability {
        case .library: pcsc.libraryPath != nil
        case .service: pcsc.libraryPath != nil && pcsc.failure == nil && pcsc.signal == 0 && !serviceHangs
        case .reader: !pcsc.readers.isEmpty
        case .card: pcsc.readers.contains { $0.flags.contains(.present) && !$0.flags.contains(.mute) }
        case .module: modules.contains { if case .success = $0.outcome { true } else { false } }
        case .token: surveys.contains { $0.survey.slots.contains { $0.token != nil } }
        }
    }

    /// The modules that started, with what they show.
    package var surveys: [(path: String, survey: ModuleSurvey)] {
        modules.compactMap { entry in
            if case .success(let survey) = entry.outcome { (entry.path, survey) } else { nil }
        }
    }

    private var serviceHangs: Bool { pcsc.hangingCall.map { $0 != "SCardConnect" } ?? false }
}

import Glibc
import JetonDiagnostics
import JetonPCSC
import TokenKit

/// A machine of a test's own making: files, sockets, PC/SC and modules are what the test says.
///
/// It starts as a Debian on which pcscd runs, with no reader and no module.
final class FixtureProbe: Probe {
    enum Entry {
        case file(String, permissions: UInt32)
        case octets([UInt8])
        case directory
        case link(String)
        case socket
        case failure(Int32)
        case process(userID: UInt32)
        case node(userID: UInt32, groupID: UInt32, permissions: UInt32)
    }

    /// Somebody uses tokens here: the variable that names a module is there, and empty.
    var variables: [String: String] = ["HOME": "/home/anna", "PKCS11_MODULE_PATH": ""]
    var identity = ProcessIdentity(
        userID: 1000,
        groupIDs: [1000],
        processID: 4242,
        userName: "anna",
        hostName: "rechner7"
    )
    var now: Int64 = 1_780_000_000
    /// When paths were last written.
    var modified: [String: Int64] = [:]
    var entries: [String: Entry] = [:]
    var sockets: [String: SocketAnswer] = [:]
    var commands: [[String]: CommandResult] = [:]
    var denied: Set<String> = []
    /// The service's table of readers: 16 records of 184 octets.
    var readerTable = [UInt8](repeating: 0, count: 16 * 184)
    var survey = PCSCSurvey()
    /// What PC/SC shows after a module has hung; nil if nothing else than before.
    var surveyAfterModules: PCSCSurvey?
    var moduleRegistry: ModuleRegistry?
    var moduleEntries: [Inventory.ModuleEntry] = []
    /// What modules show that programs may load, beside those that are looked at.
    var programModules = ReachableModules()
    /// What other programs were asked about: the modules named, and whether there are no others.
    private(set) var programQuestions: [(paths: [String], areAll: Bool)] = []
    var tokenContents: [TokenContents] = []
    var keystoreSurvey = KeystoreSurvey()
    var clocks = MachineClocks(awakeMilliseconds: 3_600_000, elapsedMilliseconds: 3_600_000)
    /// What modules do after a fork and at the end, if not all as they should.
    var moduleConduct: [ModuleConduct] = []
    /// What cards tell; nil if they can't be asked.
    var cardSurveys: [CardSurvey]? = []
    /// What a module or a command does when it is observed; nil if nothing can be.
    var trace: SystemCallTrace?
    /// What a module does when it is observed, if that differs from what a command does.
    var moduleTrace: SystemCallTrace?
    /// Whether a command that is not observed works; nil if it can't be started.
    var commandSucceeds: Bool?
    /// The file systems of paths, the longest matching path counts.
    var fileSystems: [String: FileSystemState] = [:]
    /// What came of connections; nil if none was asked for.
    var networkSurvey: NetworkSurvey?
    /// How often the user's command was run.
    private(set) var runCount = 0
    private(set) var cardQuestions: [CardQuestion] = []
    private(set) var commandsRun: [[String]] = []

    init() {
        survey.libraryPath = "/usr/lib/x86_64-linux-gnu/libpcsclite.so.1"
        write("ID=debian\nVERSION_ID=12\n", to: "/etc/os-release")
        write("", to: "/usr/sbin/pcscd", permissions: 0o755)
        entries["/run/pcscd/pcscd.comm"] = .socket
        connect(0)
        let bundle = "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents"
        write(
            """
            <key>CFBundleShortVersionString</key><string>1.5.2</string>
            <key>CFBundleExecutable</key><string>libccid.so</string>
            <key>ifdVendorID</key><array><string>0x1050</string></array>
            <key>ifdProductID</key><array><string>0x0407</string></array>
            """,
            to: "\(bundle)/Info.plist"
        )
        #if arch(x86_64)
            let machine: UInt8 = 62
        #elseif arch(arm64)
            let machine: UInt8 = 183
        #else
            let machine: UInt8 = 243
        #endif
        let header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [3, 0, machine, 0]
        put(.octets(header), at: "\(bundle)/Linux/libccid.so")
        serviceAnswers(major: 4, minor: 4)
    }

    /// Adds a file and the folders above it.
    func write(_ text: String, to path: String, permissions: UInt32 = 0o644) {
        put(.file(text, permissions: permissions), at: path)
    }

    /// Adds an entry and the folders above it.
    func put(_ entry: Entry, at path: String) {
        entries[path] = entry
        var parent = path
        while let slash = parent.lastIndex(of: "/"), slash > parent.startIndex {
            parent = String(parent[..<slash])
            if entries[parent] == nil { entries[parent] = .directory }
        }
    }

    /// Lets the service answer the exchange of versions.
    func serviceAnswers(major: UInt8, minor: UInt8, code: [UInt8] = [0, 0, 0, 0]) {
        sockets["/run/pcscd/pcscd.comm"] = .answered([major, 0, 0, 0, minor, 0, 0, 0] + code)
    }

    /// Lets so many programs be connected to the service, which listens.
    func connect(_ count: Int) {
        let row = "00000000: 00000002 00000000 00010000 0001 01 4710 /run/pcscd/pcscd.comm\n"
        let rows = String(repeating: row.replacing(" 01 ", with: " 03 "), count: count)
        write("Num       RefCount Protocol Flags    Type St Inode Path\n\(row)\(rows)", to: "/proc/net/unix")
    }

    /// Makes the service unreachable with an error number.
    func serviceFails(_ number: Int32) {
        sockets["/run/pcscd/pcscd.comm"] = .notConnected(SystemFailure(number: number))
        survey.failure = PCSCError(.noService, in: .establishContext)
    }

    private func resolve(_ path: String, depth: Int = 0) throws(SystemFailure) -> (String, Entry) {
        guard depth < 8 else { throw SystemFailure(number: ELOOP) }
        guard let entry = entries[path] else { throw SystemFailure(number: ENOENT) }
        switch entry {
        case .link(let target):
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            return try resolve(target.hasPrefix("/") ? target : "/\(folder)/\(target)", depth: depth + 1)
        case .failure(let number): throw SystemFailure(number: number)
        default: return (path, entry)
        }
    }

    func contents(of path: String, limit: Int) throws(SystemFailure) -> [UInt8] {
        let octets: [UInt8]
        switch try resolve(path).1 {
        case .file(let text, _): octets = Array(text.utf8)
        case .octets(let content): octets = content
        default: throw SystemFailure(number: EINVAL)
        }
        guard !denied.contains(path) else { throw SystemFailure(number: EACCES) }
        guard octets.count <= limit else { throw SystemFailure(number: EFBIG) }
        return octets
    }

    func names(in directory: String) throws(SystemFailure) -> [String] {
        let (path, entry) = try resolve(directory)
        switch entry {
        case .directory, .process: break
        default: throw SystemFailure(number: ENOTDIR)
        }
        guard !denied.contains(path) else { throw SystemFailure(number: EACCES) }
        let prefix = path + "/"
        return entries.keys.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
            .map { String($0.dropFirst(prefix.count)) }.sorted()
    }

    func status(of path: String) throws(SystemFailure) -> ProbedFile {
        let (path, entry) = try resolve(path)
        let identity = [UInt64(UInt(bitPattern: path.hashValue))]
        return switch entry {
        case .file(let text, let permissions):
            ProbedFile(
                kind: .regular,
                permissions: permissions,
                size: Int64(text.utf8.count),
                identity: identity
            )
        case .octets(let octets):
            ProbedFile(kind: .regular, permissions: 0o644, size: Int64(octets.count), identity: identity)
        case .directory:
            ProbedFile(kind: .directory, permissions: 0o755, modified: modified[path] ?? 0, identity: identity)
        case .socket, .link, .failure: ProbedFile(kind: .socket, permissions: 0o666, identity: identity)
        case .process(let userID): ProbedFile(kind: .directory, permissions: 0o555, userID: userID)
        case .node(let userID, let groupID, let permissions):
            ProbedFile(kind: .device, permissions: permissions, userID: userID, groupID: groupID)
        }
    }

    func target(ofLink path: String) throws(SystemFailure) -> String {
        guard let entry = entries[path] else { throw SystemFailure(number: ENOENT) }
        if case .failure(let number) = entry { throw SystemFailure(number: number) }
        guard case .link(let target) = entry else { throw SystemFailure(number: EINVAL) }
        return target
    }

    func checkAccess(to path: String, _ access: FileAccessKind) throws(SystemFailure) {
        let (path, _) = try resolve(path)
        if denied.contains(path) { throw SystemFailure(number: EACCES) }
    }

    func ask(socket path: String, _ request: [UInt8], answerLength length: Int) -> SocketAnswer {
        let answer = sockets[path] ?? .notConnected(SystemFailure(number: ENOENT))
        // A longer question is that for the table of readers, between two exchanges of versions.
        guard case .answered(let version) = answer, request.count > 20 else { return answer }
        let table = version + readerTable + version
        return length <= table.count
            ? .answered(Array(table.prefix(length))) : .silent(milliseconds: 2003, isConnected: true)
    }

    func run(_ arguments: [String]) -> CommandResult {
        commandsRun.append(arguments)
        return commands[arguments] ?? .notAvailable
    }

    func pcsc() -> PCSCSurvey { survey }

    func pcscAgain() -> PCSCSurvey { surveyAfterModules ?? survey }

    func registry() -> ModuleRegistry {
        moduleRegistry
            ?? ModuleRegistry(in: ModuleEnvironment(root: "/nonexistent", userID: 0))
    }

    func modules() -> [Inventory.ModuleEntry] { moduleEntries }

    func modules(forPrograms paths: [String], areAll: Bool) -> ReachableModules {
        programQuestions.append((paths, areAll))
        var reachable = programModules
        if areAll { reachable.entries += moduleEntries.filter { paths.contains($0.path) } }
        return reachable
    }

    func contents(ofTokensIn modules: [ModuleSurveyor.Request]) -> [TokenContents] {
        tokenContents.filter { contents in modules.contains { $0.path == contents.module } }
    }

    func conduct(of modules: [ModuleSurveyor.Request]) -> [ModuleConduct] {
        modules.map { module in
            moduleConduct.first { $0.module == module.path } ?? ModuleConduct(module: module.path)
        }
    }

    func cards(_ questions: [CardQuestion]) -> [CardSurvey]? {
        cardQuestions += questions
        return cardSurveys.map { surveys in
            questions.map { question in
                surveys.first { $0.reader == question.reader } ?? CardSurvey(reader: question.reader)
            }
        }
    }

    func observe(_ arguments: [String]) -> SystemCallTrace? {
        runCount += 1
        return trace
    }

    func succeeds(_ arguments: [String]) -> Bool? {
        if trace == nil { runCount += 1 }
        return commandSucceeds
    }

    func observe(_ module: ModuleSurveyor.Request, hasHung: Bool) -> SystemCallTrace? { moduleTrace ?? trace }

    func fileSystem(of path: String) -> FileSystemState? {
        fileSystems.filter { path.hasPrefix($0.key) }.max { $0.key.utf8.count < $1.key.utf8.count }?.value
    }

    func network() -> NetworkSurvey? { networkSurvey }

    func keystore() -> KeystoreSurvey { keystoreSurvey }
}

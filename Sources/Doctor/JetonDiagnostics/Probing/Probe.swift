package import TokenKit

/// The only door from checks to the outside.
///
/// Everything is read-only, except that connecting to a socket may start the service behind it. What may hang or crash
/// runs in a child with a deadline. Paths are absolute and in the system that is looked at, which a probe may have
/// below another root. Used by one thread.
package protocol Probe {
    /// The environment's variables.
    var variables: [String: String] { get }

    /// Who asks.
    var identity: ProcessIdentity { get }

    /// Seconds since the beginning of 1970.
    var now: Int64 { get }

    /// How long the machine has been running, with and without sleep.
    var clocks: MachineClocks { get }

    /// The octets of a regular file; also in /proc and /sys.
    ///
    /// - Throws: `EFBIG` if it has more than `limit` octets, `EINVAL` if it is not a regular file, and others.
    func contents(of path: String, limit: Int) throws(SystemFailure) -> [UInt8]

    /// The names in a directory, sorted, at most 65,536.
    func names(in directory: String) throws(SystemFailure) -> [String]

    /// What a path leads to, links followed.
    func status(of path: String) throws(SystemFailure) -> ProbedFile

    /// Where a symbolic link points, as it is written there.
    ///
    /// - Throws: `EINVAL` if it is not a link, and others.
    func target(ofLink path: String) throws(SystemFailure) -> String

    /// Whether this process may do something with what a path leads to.
    ///
    /// - Throws: `EACCES` if not, `ENOENT` if there is nothing, and others.
    func checkAccess(to path: String, _ access: FileAccessKind) throws(SystemFailure)

    /// Connects to a Unix stream socket, sends a request and reads an answer of known length.
    ///
    /// - Parameters:
    ///   - path: The socket.
    ///   - request: What to send; nothing if it is empty.
    ///   - length: Octets of the answer, at most 65,536; with 0 nothing is read.
    /// - Returns: The answer, or why there is none.
    func ask(socket path: String, _ request: [UInt8], answerLength length: Int) -> SocketAnswer

    /// Runs a program of the system for at most as long as a child may take, but two to six seconds, and reads at most
    /// 1 MiB of its output.
    ///
    /// - Parameter arguments: Its name, which is looked up in the system's own directories, and its arguments.
    /// - Returns: The output and how the program ended.
    func run(_ arguments: [String]) -> CommandResult

    /// What PC/SC shows; asked once.
    func pcsc() -> PCSCSurvey

    /// What PC/SC shows now, asked again.
    func pcscAgain() -> PCSCSurvey

    /// Which modules are registered; read once.
    func registry() -> ModuleRegistry

    /// What the registered modules show, each loaded in a child; asked once.
    func modules() -> [Inventory.ModuleEntry]

    /// What other modules show that a program may load, each loaded in a child.
    ///
    /// - Parameters:
    ///   - paths: Modules that are named somewhere.
    ///   - areAll: Whether a program loads no others; else all that are registered for programs are asked, too.
    /// - Returns: What they show, and the paths of those that were not loaded.
    func modules(forPrograms paths: [String], areAll: Bool) -> ReachableModules

    /// What the tokens of some modules show without login, each module asked in a child.
    func contents(ofTokensIn modules: [ModuleSurveyor.Request]) -> [TokenContents]

    /// How modules behave after a fork and at the end of the process, each tried in a program of its own.
    func conduct(of modules: [ModuleSurveyor.Request]) -> [ModuleConduct]

    /// What cards tell without login, asked in a child; nil if there can't be one. A card that does not answer in time is
    /// left out.
    ///
    /// To be called only while no other program is connected to the service: the application that another program has
    /// selected would be another afterwards.
    ///
    /// - Parameter questions: What to ask; at most 64 are asked.
    /// - Returns: What each card answered.
    func cards(_ questions: [CardQuestion]) -> [CardSurvey]?

    /// Runs a program, observes what it does with files and sockets, and waits for its end for at most a minute.
    ///
    /// - Parameter arguments: The program, which is looked for in PATH, and its arguments.
    /// - Returns: What it did; nil if programs can't be observed here.
    func observe(_ arguments: [String]) -> SystemCallTrace?

    /// Runs a program without observing it, and waits for its end for at most a minute. Needs no descriptor.
    ///
    /// - Parameter arguments: The program, which is looked for in PATH, and its arguments.
    /// - Returns: Whether it ended with exit code 0; nil if it can't be started.
    func succeeds(_ arguments: [String]) -> Bool?

    /// Observes how a module starts and shows its tokens.
    ///
    /// - Parameters:
    ///   - module: The module.
    ///   - hasHung: Whether it hung before: what it waits for shows soon, and it is not waited for once more.
    /// - Returns: What it did; nil if programs can't be observed here.
    func observe(_ module: ModuleSurveyor.Request, hasHung: Bool) -> SystemCallTrace?

    /// The file system that has a path; nil if the path leads nowhere.
    func fileSystem(of path: String) -> FileSystemState?

    /// What came of connections to servers, made once; nil if the user did not ask for any.
    func network() -> NetworkSurvey?

    /// How Jeton's own keystore is, and what Jeton's entitlements allow.
    func keystore() -> KeystoreSurvey
}

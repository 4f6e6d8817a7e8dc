import Foundation

/// A real pcscd with virtual readers, in a mount and network namespace of a test's own.
///
/// The socket of pcscd has a fixed path, so the namespace has a `/run` of its own; its loopback interface carries
/// the virtual readers' ports. Programs that are to meet this pcscd are started with ``command(_:)``. A shell holds
/// the namespace: it ends, and pcscd with it, when this object goes away or the test program dies.
///
/// Needs root, `unshare`, `nsenter`, `ip`, `pcscd` and `vsmartcard-vpcd`.
public final class PrivatePCSCD: Sendable {
    /// A virtual reader (vpcd) with two slots.
    public struct Reader: Hashable, Sendable {
        /// The reader's name in reader.conf; pcscd appends " 00 00" and " 00 01" for the two slots.
        public let friendlyName: String
        /// The port of the first slot; that of the second is one more.
        public let port: UInt16

        /// Describes a reader; several readers of one pcscd need ports two apart.
        public init(_ friendlyName: String, port: UInt16 = 35_963) {
            self.friendlyName = friendlyName
            self.port = port
        }
    }

    /// The virtual readers, in the order of reader.conf.
    public let readers: [Reader]
    private let directory: TemporaryDirectory
    private let holder: ChildProcess

    /// Makes the namespace and starts pcscd in it.
    ///
    /// - Parameters:
    ///   - readers: The virtual readers; with none, pcscd knows no reader.
    ///   - isServiceStarted: Whether pcscd runs from the start; see ``startService()``.
    ///   - logsCommands: Whether pcscd writes down every command to a card, for ``commands``.
    /// - Throws: ``TestRigError`` with what the shell or pcscd said.
    public init(
        readers: [Reader] = [Reader("Virtual PCD")],
        isServiceStarted: Bool = true,
        logsCommands: Bool = false
    ) async throws {
        self.readers = readers
        directory = try TemporaryDirectory()
        try directory.makeDirectory("reader.conf.d")
        let drivers = try Self.drivers(of: readers, in: directory)
        try directory.write(Self.configuration(readers, drivers), to: "reader.conf.d/readers")
        let script = try directory.write(Self.holderScript, to: "holder.sh")
        holder = try ChildProcess(
            ["unshare", "--mount", "--net", "--propagation", "private", "sh", script, directory.path]
                + (logsCommands ? ["--apdu"] : [])
        )
        try await expect("ready")
        if isServiceStarted { try await startService() }
    }

    deinit {
        // What tests have started in the background is no child of the holder.
        for process in others { kill(process, SIGKILL) }
    }

    /// The processes in the network namespace, except the holder.
    ///
    /// A command may make a mount namespace of its own, and none makes a network namespace.
    private var others: [pid_t] {
        let own = Self.network(of: holder.processIdentifier)
        guard own != nil, own != Self.network(of: getpid()) else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap(pid_t.init)
            .filter { $0 != holder.processIdentifier && Self.network(of: $0) == own }
    }

    /// The network namespace of a process; nil if it has ended.
    private static func network(of process: pid_t) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/net")
    }

    /// The command line that runs a command inside the namespace.
    public func command(_ arguments: [String]) -> [String] {
        ["nsenter", "--target", "\(holder.processIdentifier)", "--mount", "--net", "--"] + arguments
    }

    /// Runs a command inside the namespace to its end.
    public func run(
        _ arguments: [String],
        environment: [String: String]? = nil,
        input: [UInt8] = [],
        deadline: Duration = .seconds(60)
    ) async throws -> ChildProcess.Output {
        try await ChildProcess.run(command(arguments), environment: environment, input: input, deadline: deadline)
    }

    /// Starts pcscd and waits until it takes connections.
    public func startService() async throws {
        holder.send(line: "start")
        try await expect("started")
    }

    /// Stops pcscd and waits until it has ended.
    public func stopService() async throws {
        holder.send(line: "stop")
        try await expect("stopped")
    }

    /// What pcscd has written to its log.
    public var log: String { (try? String(contentsOfFile: directory.path("pcscd.log"), encoding: .utf8)) ?? "" }

    /// The commands to cards up to now, if pcscd writes them down; all of them once it has been stopped.
    public var commands: [[UInt8]] {
        log.split(separator: "\n").compactMap { line in
            guard let start = line.range(of: "APDU: ") else { return nil }
            return line[start.upperBound...].split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
    }

    /// Stops pcscd, ends the namespace and waits for both; without it they end when the object goes away.
    public func stop() async throws {
        let (own, left) = (Self.network(of: holder.processIdentifier), others)
        holder.closeInput()
        _ = try await holder.finish(within: .seconds(10))
        for process in left where Self.network(of: process) == own { kill(process, SIGKILL) }
    }

    private func expect(_ answer: String) async throws {
        guard let line = try await holder.nextLine(), line == answer else {
            throw TestRigError("pcscd's namespace: \(holder.collectedOutput) \(holder.collectedError) \(log)")
        }
    }

    private static let driver = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"

    /// The paths of the readers' drivers: vpcd keeps one reader, so each further one needs a copy of it.
    private static func drivers(of readers: [Reader], in directory: borrowing TemporaryDirectory) throws -> [String] {
        try readers.indices.map { index in
            guard index > 0 else { return driver }
            let copy = directory.path("libifdvpcd-\(index).so")
            // The driver's path is a link, relative to its folder.
            let file = URL(fileURLWithPath: driver).resolvingSymlinksInPath()
            try FileManager.default.copyItem(atPath: file.path, toPath: copy)
            return copy
        }
    }

    /// The text of a reader.conf with virtual readers and the paths of their drivers; nil is the system's for each.
    public static func configuration(_ readers: [Reader], _ drivers: [String]? = nil) -> String {
        let drivers = drivers ?? readers.map { _ in driver }
        return zip(readers, drivers).map { reader, driver in
            let port = "0x" + String(reader.port, radix: 16, uppercase: true)
            return """
                FRIENDLYNAME "\(reader.friendlyName)"
                DEVICENAME /dev/null:\(port)
                LIBPATH \(driver)
                CHANNELID \(port)

                """
        }.joined(separator: "\n")
    }

    /// Holds the namespace and serves one command a line; the end of its input ends everything.
    private static let holderScript = """
        set -eu
        directory=$1
        shift
        ip link set lo up
        # vpcd sends length and data apart: a delayed acknowledgement of the first would hold the second back.
        ip route replace local 127.0.0.0/8 dev lo table local quickack 1
        ip route replace local 127.0.0.1 dev lo table local quickack 1
        mount -t tmpfs tmpfs /run
        mkdir -p /run/pcscd
        pid=
        stop() {
            if [ -n "$pid" ]; then
                kill "$pid" 2>/dev/null || true
                wait "$pid" 2>/dev/null || true
                pid=
            fi
            rm -f /run/pcscd/pcscd.comm /run/pcscd/pcscd.pid
        }
        trap stop EXIT
        echo ready
        while read -r line; do
            case $line in
            start)
                pcscd --foreground "$@" --config "$directory/reader.conf.d" </dev/null >>"$directory/pcscd.log" 2>&1 &
                pid=$!
                tries=0
                while [ ! -S /run/pcscd/pcscd.comm ]; do
                    kill -0 "$pid" || { echo "pcscd ended"; exit 1; }
                    tries=$((tries + 1))
                    [ "$tries" -lt 6000 ] || { echo "pcscd makes no socket"; exit 1; }
                    sleep 0.01
                done
                echo started
                ;;
            stop) stop; echo stopped ;;
            esac
        done
        """
}

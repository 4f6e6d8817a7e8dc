import Foundation
import TestRig

/// A machine with a fault: a mount and network namespace with a pcscd of its own, in which the doctor is run.
///
/// Folders that a fault changes are covered by a layer of their own, so nothing outside sees the change.
final class Laboratory: Sendable {
    /// How a laboratory is set up.
    struct Setup: Sendable {
        /// Readers of vpcd.
        var readers: [PrivatePCSCD.Reader] = []
        /// USB devices, which pcscd and the doctor see; nil for a machine without a USB bus.
        var devices: [MockUSBDevice]?
        /// Further devices of the mock bus, as records of umockdev's.
        var records = ""
        /// Whether pcscd runs.
        var runsService = true
        /// A shell script, run in the namespace before pcscd starts.
        var before = ""
        /// A shell script, run in the namespace when pcscd runs.
        var after = ""
        /// A program of Perl that stands for pcscd and writes "ready".
        var standIn: String?
        /// The user that runs the doctor.
        var userID = 0
        /// Seconds that the machine has slept, as the doctor's clocks tell.
        var sleptSeconds = 0
        /// Variables for the doctor.
        var variables: [String: String] = [:]
        /// Further arguments of the doctor.
        var arguments: [String] = []
    }

    static let openSC = "/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so"
    static let yubiKey = "/usr/lib/x86_64-linux-gnu/libykcs11.so"

    let pcscd: PrivatePCSCD
    private let setup: Setup
    private let directory: TemporaryDirectory
    private let children: [ChildProcess]

    init(_ setup: Setup) async throws {
        self.setup = setup
        directory = try TemporaryDirectory()
        _ = unsafe chmod(directory.path, 0o755)
        let usesMock = setup.devices != nil
        let isPlain = setup.runsService && !usesMock && setup.before.isEmpty
        pcscd = try await PrivatePCSCD(readers: setup.readers, isServiceStarted: isPlain)
        if let devices = setup.devices {
            try directory.write(MockUSBDevice.record(devices) + setup.records, to: "usb.umockdev")
        }
        var children: [ChildProcess] = []
        if setup.userID != 0 { try await Self.shell(BuildProducts.homeCover, in: pcscd, directory) }
        if !setup.before.isEmpty { try await Self.shell(setup.before, in: pcscd, directory) }
        if setup.runsService, !isPlain {
            if usesMock {
                try directory.makeDirectory("reader.conf.d")
                try directory.write(PrivatePCSCD.configuration(setup.readers), to: "reader.conf.d/readers")
                let service = ["pcscd", "--foreground", "--config", directory.path("reader.conf.d")]
                children.append(try ChildProcess(pcscd.command(Self.mock(service, directory))))
                try await Self.shell(
                    "for i in $(seq 1000); do [ -S /run/pcscd/pcscd.comm ] && exit 0; sleep 0.01; done; exit 1",
                    in: pcscd,
                    directory
                )
            } else {
                try await pcscd.startService()
            }
        }
        if let standIn = setup.standIn {
            let child = try ChildProcess(pcscd.command(["perl", "-e", standIn]))
            _ = try await child.lines { $0 == "ready" }
            children.append(child)
        }
        if !setup.after.isEmpty { try await Self.shell(setup.after, in: pcscd, directory) }
        self.children = children
    }

    /// Runs the doctor and reads its JSON.
    func examine(_ arguments: [String] = [], variables: [String: String] = [:]) async throws -> Diagnosis {
        let output = try await run(["--json"] + arguments, variables: variables)
        guard let diagnosis = try? JSONDecoder().decode(Diagnosis.self, from: Data(output.standardOutput)) else {
            throw TestRigError("the doctor said: \(output.text) \(output.errorText)")
        }
        guard diagnosis.complete, output.exitStatus == (diagnosis.rootCause == nil ? 0 : 1) else {
            throw TestRigError("exit status \(String(describing: output.exitStatus)) with \(output.text)")
        }
        return diagnosis
    }

    /// Runs the doctor with a module for cards, as a user without a home.
    func run(_ arguments: [String], variables: [String: String] = [:]) async throws -> ChildProcess.Output {
        var command = [try BuildProducts.path("jeton"), "doctor"]
        if !setup.arguments.contains("--module"), !arguments.contains("--module") {
            // OpenSC starts a thread of GLib's while it is being loaded, which can lock up with umockdev's library.
            command += ["--module", setup.devices == nil ? Self.openSC : Self.yubiKey]
        }
        command += setup.arguments + arguments
        var environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"]
        // Loaded machines must not make a slow module a hanging one.
        environment["JETON_MODULE_DEADLINE"] = "60"
        environment.merge(setup.variables) { $1 }
        environment.merge(variables) { $1 }
        if setup.devices != nil { command = Self.mock(command, directory) }
        if setup.userID != 0 {
            let user = "\(setup.userID)"
            command = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] + command
        }
        if setup.sleptSeconds > 0 {
            command = ["unshare", "--time", "--boottime", "\(setup.sleptSeconds)", "--fork", "--"] + command
        }
        // Longer than a module may take.
        return try await pcscd.run(command, environment: environment, deadline: .seconds(240))
    }

    private static func mock(_ command: [String], _ directory: TemporaryDirectory) -> [String] {
        ["umockdev-run", "-d", directory.path("usb.umockdev"), "--"] + command
    }

    private static func shell(_ script: String, in pcscd: PrivatePCSCD, _ directory: TemporaryDirectory) async throws {
        // layer DIRECTORY: what is written below it stays in the namespace.
        let layer = """
            set -eu
            work=$1
            layer() {
                name=$(echo "$1" | tr / _)
                mkdir -p "$work/layers"
                mountpoint -q "$work/layers" || mount -t tmpfs tmpfs "$work/layers"
                mkdir -p "$work/layers/$name/upper" "$work/layers/$name/work"
                mount -t overlay -o "lowerdir=$1,upperdir=$work/layers/$name/upper,workdir=$work/layers/$name/work" \
                    overlay "$1"
            }

            """
        let output = try await pcscd.run(["sh", "-c", layer + script, "sh", directory.path])
        guard output.exitStatus == 0 else { throw TestRigError("setup: \(output.text) \(output.errorText)") }
    }
}

import Foundation
import TestRig

/// A machine with a pcscd of its own, no reader, and files of a fault's making.
///
/// Each examination has a mount namespace of its own, so that what a fault changes below /etc nobody else sees.
final class ModuleLaboratory: Sendable {
    /// What a fault needs of the doctor's surroundings.
    struct Setup: Sendable {
        /// A shell script that makes the fault; `$1` is a folder of its own, and `layer DIRECTORY` covers one.
        var script = ""
        /// Variables for the doctor.
        var variables: [String: String] = [:]
        /// Arguments of the doctor.
        var arguments: [String] = []
        /// The program; nil for the one that was built.
        var program: String?
        /// The user that runs the doctor.
        var userID = 0
    }

    private let pcscd: PrivatePCSCD

    init() async throws { pcscd = try await PrivatePCSCD(readers: []) }

    /// Makes a fault and runs the doctor on it.
    func examine(_ setup: Setup, in directory: TemporaryDirectory) async throws -> Diagnosis {
        let output = try await run(setup, in: directory)
        guard let diagnosis = try? JSONDecoder().decode(Diagnosis.self, from: Data(output.standardOutput)) else {
            throw TestRigError("the doctor said: \(output.text) \(output.errorText)")
        }
        let faults = JSONSchema.faults(inOutput: output.standardOutput)
        guard faults.isEmpty else { throw TestRigError("\(faults)") }
        guard diagnosis.complete, output.exitStatus == (diagnosis.rootCause == nil ? 0 : 1) else {
            throw TestRigError("exit status \(String(describing: output.exitStatus)) with \(output.text)")
        }
        return diagnosis
    }

    /// Makes a fault and runs the doctor on it, with arguments that choose the form of the output.
    func run(
        _ setup: Setup,
        in directory: TemporaryDirectory,
        form: [String] = ["--json"]
    ) async throws -> ChildProcess.Output {
        let prelude = """
            set -eu
            work=$1
            \(BuildProducts.homeCover)
            layer() {
                name=$(echo "$1" | tr / _)
                mkdir -p "$work/layers"
                mountpoint -q "$work/layers" || mount -t tmpfs tmpfs "$work/layers"
                mkdir -p "$work/layers/$name/upper" "$work/layers/$name/work"
                mount -t overlay -o "lowerdir=$1,upperdir=$work/layers/$name/upper,workdir=$work/layers/$name/work" \
                    overlay "$1"
            }

            """
        var command = [try setup.program ?? BuildProducts.path("jeton"), "doctor"] + form + setup.arguments
        if setup.userID != 0 {
            let user = "\(setup.userID)"
            command = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] + command
        }
        var environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path, "LANG": "C.UTF-8"]
        // Loaded machines must not make a slow module a hanging one.
        environment["JETON_MODULE_DEADLINE"] = "60"
        environment.merge(setup.variables) { $1 }
        _ = unsafe chmod(directory.path, 0o755)
        let script = prelude + setup.script + "\nshift\nexec \"$@\"\n"
        return try await pcscd.run(
            ["unshare", "--mount", "--uts", "--propagation", "private", "sh", "-c", script, "sh", directory.path]
                + command,
            environment: environment,
            deadline: .seconds(120)
        )
    }
}

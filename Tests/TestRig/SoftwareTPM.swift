import Foundation

/// A TPM 2.0 in software (swtpm) with a store for libtpm2_pkcs11 of a test's own.
public final class SoftwareTPM: Sendable {
    /// The module that drives it.
    public static let modules = [
        "/usr/lib/x86_64-linux-gnu/libtpm2_pkcs11.so.1", "/usr/lib/aarch64-linux-gnu/libtpm2_pkcs11.so.1",
    ]

    /// What the module reads.
    public let environment: [String: String]
    /// The module's path.
    public let modulePath: String
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// Starts the TPM and waits until it answers.
    public init() async throws {
        guard let module = Self.modules.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw TestRigError("libtpm2_pkcs11.so.1 is not installed (package libtpm2-pkcs11-1)")
        }
        modulePath = module
        directory = try TemporaryDirectory()
        let state = try directory.makeDirectory("state")
        let store = try directory.makeDirectory("store")
        var started: (ChildProcess, Int)?
        for attempt in 0..<20 where started == nil {
            // The port of the control channel is one more than that of the commands.
            let port = 20_000 + (Int(getpid()) + attempt * 37) % 5_000 * 2
            let child = try ChildProcess([
                "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(state)", "--server",
                "type=tcp,port=\(port),bindaddr=127.0.0.1", "--ctrl", "type=tcp,port=\(port + 1),bindaddr=127.0.0.1",
                "--flags", "not-need-init,startup-clear",
            ])
            if try await Self.answers(port: port, child) { started = (child, port) }
        }
        guard let started else { throw TestRigError("swtpm does not start (package swtpm)") }
        process = started.0
        environment = [
            "TPM2_PKCS11_TCTI": "swtpm:host=127.0.0.1,port=\(started.1)", "TPM2_PKCS11_STORE": store,
            "TPM2_PKCS11_LOG_LEVEL": "0", "TSS2_LOG": "all+none",
        ]
    }

    private static func answers(port: Int, _ child: ChildProcess) async throws -> Bool {
        for _ in 0..<200 {
            let listening = try await ChildProcess.run(["ss", "-Hltn", "sport = :\(port)"])
            if !listening.text.isEmpty {
                // Somebody else's port makes swtpm end at once.
                try await Task.sleep(for: .milliseconds(50))
                return FileManager.default.fileExists(atPath: "/proc/\(child.processIdentifier)/exe")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}

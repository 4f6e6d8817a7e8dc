import Foundation

/// A SoftHSM2 with tokens of a test's own.
///
/// Needs `softhsm2`. Each instance has a directory and a configuration of its own, named by an environment variable
/// that the module reads when it is initialised: give ``environment`` to the programs that load the module.
public final class SoftHSM: Sendable {
    /// The variable that names the configuration.
    public static let configurationVariable = "SOFTHSM2_CONF"

    /// The user PIN of tokens made without another one.
    public static let defaultPIN = "123456"
    /// The security officer's PIN of tokens made without another one.
    public static let defaultSecurityOfficerPIN = "87654321"

    /// The path of the PKCS#11 module.
    public let modulePath: String
    /// The path of the configuration file.
    public let configurationPath: String
    private let directory: TemporaryDirectory

    /// Makes a configuration without tokens.
    ///
    /// - Throws: ``TestRigError`` if SoftHSM2 is not installed.
    public init() throws {
        let candidates = [
            "/usr/lib/softhsm/libsofthsm2.so", "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
            "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so", "/usr/lib64/pkcs11/libsofthsm2.so",
        ]
        guard let module = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw TestRigError("libsofthsm2.so is not installed (package softhsm2)")
        }
        modulePath = module
        directory = try TemporaryDirectory()
        let tokens = try directory.makeDirectory("tokens")
        configurationPath = try directory.write(
            """
            directories.tokendir = \(tokens)
            objectstore.backend = file
            log.level = ERROR
            slots.removable = false

            """,
            to: "softhsm2.conf"
        )
    }

    /// Makes a configuration with one initialised token.
    public static func withToken(
        label: String,
        pin: String = defaultPIN,
        securityOfficerPIN: String = defaultSecurityOfficerPIN
    ) async throws -> SoftHSM {
        let softHSM = try SoftHSM()
        try await softHSM.addToken(label: label, pin: pin, securityOfficerPIN: securityOfficerPIN)
        return softHSM
    }

    /// Initializes one more token.
    ///
    /// - Parameters:
    ///   - label: At most 32 octets of UTF-8.
    ///   - pin: The user PIN.
    ///   - securityOfficerPIN: The security officer's PIN.
    /// - Throws: ``TestRigError`` if softhsm2-util cannot be started, takes a minute, or fails, then with its output.
    public func addToken(
        label: String,
        pin: String = defaultPIN,
        securityOfficerPIN: String = defaultSecurityOfficerPIN
    ) async throws {
        let output = try await ChildProcess.run(
            [
                "softhsm2-util", "--init-token", "--free", "--label", label, "--pin", pin,
                "--so-pin", securityOfficerPIN,
            ],
            environment: environment
        )
        guard output.exitStatus == 0 else {
            throw TestRigError("softhsm2-util: \(output.text) \(output.errorText)")
        }
    }

    /// The test's environment and the variable that names this configuration.
    public var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging([Self.configurationVariable: configurationPath]) { $1 }
    }

    /// The directory that holds the tokens.
    public var tokenDirectory: String { directory.path("tokens") }
}

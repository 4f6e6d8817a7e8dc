import Foundation
import TestRig
import Testing

/// A person's place at a machine: a folder of files, a data folder of Jeton, and the built program `jeton`.
///
/// Nothing of the test's own environment reaches the program, so that a developer's settings change no result.
final class Workplace: Sendable {
    /// The user's PIN of tokens here.
    static let pin = "246813"
    /// The security officer's PIN of tokens here.
    static let securityOfficerPIN = "97531864"

    /// The folder in which the program starts.
    let directory: TemporaryDirectory
    /// What every command gets, such as `--module PATH`.
    let options: [String]
    /// Held so that what it stands for lives as long as the place.
    private let held: [any Sendable]
    private let environment: [String: String]
    /// The pcscd whose namespace programs run in; nil for that of the tests.
    let pcscd: PrivatePCSCD?

    /// Makes a place with the two PINs in files that only their owner can read: `pin` and `so-pin`.
    ///
    /// Without `modules`, programs use what is installed on the machine. `held` must live as long as the place.
    init(modules: [String], environment: [String: String] = [:], holding held: [any Sendable] = []) throws {
        directory = try TemporaryDirectory()
        options = modules.flatMap { ["--module", $0] }
        self.held = held
        pcscd = nil
        var variables = [
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": directory.path, "LANG": "C.UTF-8",
            "JETON_DATA": directory.path("data"),
        ]
        variables.merge(environment) { $1 }
        self.environment = variables
        try secret(Self.pin, "pin")
        try secret(Self.securityOfficerPIN, "so-pin")
    }

    /// The same place, whose programs run where a pcscd of its own is.
    init(_ place: Workplace, inside pcscd: PrivatePCSCD) {
        directory = place.directory
        options = place.options
        held = place.held
        environment = place.environment
        self.pcscd = pcscd
    }

    /// A place with SoftHSM2 and one token in it.
    static func withSoftHSM(label: String = "alpha") async throws -> Workplace {
        let softHSM = try await SoftHSM.withToken(
            label: label,
            pin: pin,
            securityOfficerPIN: securityOfficerPIN
        )
        return try Workplace(
            modules: [softHSM.modulePath],
            environment: [SoftHSM.configurationVariable: softHSM.configurationPath],
            holding: [softHSM]
        )
    }

    /// A place with a double of Rutoken's library.
    static func with(_ module: RutokenModuleCopy, environment: [String: String] = [:]) throws -> Workplace {
        try Workplace(modules: [module.path], environment: environment, holding: [module])
    }

    /// A place with a module that misbehaves as its settings say; its tokens have the PINs of this place.
    static func with(_ module: FaultModuleCopy, environment: [String: String] = [:]) throws -> Workplace {
        try Workplace(modules: [module.path], environment: environment, holding: [module])
    }

    /// A place with a module that misbehaves as its settings say; its tokens have the PINs of this place.
    static func withFault(_ settings: String, environment: [String: String] = [:]) throws -> Workplace {
        try with(fault(settings), environment: environment)
    }

    /// A module that misbehaves as its settings say; its tokens have the PINs of this place.
    static func fault(_ settings: String) throws -> FaultModuleCopy {
        try FaultModuleCopy("token.*.pin = \(pin)\ntoken.*.so_pin = \(securityOfficerPIN)\n\(settings)\n")
    }

    /// The path of a module of the system's.
    static func installed(_ name: String, package: String) throws -> String {
        let directories = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"]
        let path = directories.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
        return try #require(path, "\(name) is not installed (package \(package))")
    }

    /// Settings that put an EC key pair of the label `k` and the id 01 onto the fault module's first token.
    static let faultKey = """
        object = slot:0,class:private,keytype:ec,label:k,id:01,sign:true
        object = slot:0,class:public,keytype:ec,label:k,id:01

        """

    /// Writes a file that only its owner can read.
    @discardableResult
    func secret(_ text: String, _ name: String) throws -> String {
        let path = try directory.write(text + "\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// The words of a command line: the program, the words given, and the module's name where a module is used.
    func words(_ arguments: [String]) throws -> [String] {
        let withoutModules = [
            ["verify"], ["timestamp"], ["extend"], ["renew"], ["pdf"], ["xml"], ["config"], ["completion"], ["virtual"],
            ["demo"], ["sign", "prepare"], ["sign", "complete"],
            ["keystore"], ["entitlements"], ["ats"], ["pairings", "list"],
            ["pairings", "allow"], ["pairings", "disallow"], ["enroll", "list"], ["enroll", "cancel"],
            ["enroll", "schedule"],
            ["key", "attest"], ["cert", "verify"], ["job", "show"], ["job", "trust"], ["job", "log"],
        ]
        let usesModules =
            arguments.first?.hasPrefix("-") == false && !withoutModules.contains { arguments.starts(with: $0) }
        return [try BuildProducts.path("jeton")] + arguments + (usesModules ? options : [])
    }

    /// A command line as it is run: in the namespace of pcscd, if there is one.
    func command(_ words: [String]) -> [String] {
        pcscd?.command(["env", "--chdir", directory.path] + words) ?? words
    }

    /// Runs `jeton` to its end.
    func jeton(
        _ arguments: String...,
        environment more: [String: String] = [:],
        input: [UInt8] = [],
        deadline: Duration = .seconds(60)
    ) async throws -> Answer {
        try await jeton(arguments, environment: more, input: input, deadline: deadline)
    }

    /// Runs `jeton` to its end.
    func jeton(
        _ arguments: [String],
        environment more: [String: String] = [:],
        input: [UInt8] = [],
        deadline: Duration = .seconds(60)
    ) async throws -> Answer {
        let words = command(try words(arguments))
        let output = try await Gate.programs.pass {
            try await ChildProcess.run(
                words,
                environment: variables(more),
                input: input,
                workingDirectory: directory.path,
                deadline: deadline
            )
        }
        // Every document that a test sees is held to its schema.
        let asksForHelp = arguments.contains { ["--help", "-h", "help"].contains($0) }
        if arguments.contains("--json"), !asksForHelp, !output.standardOutput.isEmpty {
            // Of many files each has a document on a line of its own.
            let lines = output.standardOutput.split(separator: UInt8(ascii: "\n"))
            let areDocuments = lines.allSatisfy { $0.starts(with: "{ \"schema\"".utf8) }
            let documents = areDocuments ? lines.map { Array($0) } : [output.standardOutput]
            let faults = documents.flatMap { JSONSchema.faults(inOutput: $0) }
            #expect(faults.isEmpty, "jeton \(arguments.joined(separator: " ")): \(faults)\n\(output.text)")
        }
        return Answer(arguments: arguments, output: output)
    }

    /// Starts `jeton`, by another program with its arguments if one is given, and leaves it running.
    func start(
        _ arguments: [String],
        by program: [String] = [],
        environment more: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            command(program + words(arguments)),
            environment: variables(more),
            workingDirectory: directory.path
        )
    }

    /// Runs another program in the same folder, with further words behind its own.
    func run(_ arguments: String..., input: [UInt8] = [], and more: [String] = []) async throws -> ChildProcess.Output {
        try await ChildProcess.run(
            command(arguments + more),
            environment: environment,
            input: input,
            workingDirectory: directory.path
        )
    }

    /// The environment of the program.
    func variables(_ more: [String: String] = [:]) -> [String: String] { environment.merging(more) { $1 } }

    /// The content of a file in the folder, or nil if there is none.
    func contents(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: directory.path(name)).map { Array($0) }
    }

    /// The names in the folder, hidden ones too.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }
}

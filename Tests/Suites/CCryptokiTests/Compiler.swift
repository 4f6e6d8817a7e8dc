import Foundation
import TestRig

/// The C compiler of the machine, for headers to compare and modules to load.
struct Compiler {
    /// What it makes; gone with this value.
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Where CCryptoki's headers are.
    static let headers = BuildProducts.packageDirectory.appendingPathComponent("Sources/PKCS11/CCryptoki/include").path

    /// Compiles one source into a file of this name.
    func compile(_ source: String, to name: String, _ options: [String] = []) async throws -> String {
        let input = try directory.write(source, to: name + ".c")
        let output = directory.path(name)
        let result = try await ChildProcess.run(
            ["cc", "-std=c11", "-I", Self.headers, input, "-o", output] + options
        )
        guard result.exitStatus == 0 else { throw TestRigError("cc: \(result.errorText)") }
        return output
    }

    /// Compiles a shared library that has CCryptoki's types at hand.
    func library(_ source: String, named name: String, _ options: [String] = []) async throws -> String {
        try await compile(
            "#include \"cryptoki.h\"\n#include \"cryptoki_rutoken.h\"\n" + source,
            to: name,
            ["-shared", "-fPIC", "-Wl,-soname,\(name)"] + options
        )
    }

    /// Compiles a program, runs it and reads its lines "name number".
    func numbers(_ source: String, _ options: [String] = []) async throws -> [String: UInt] {
        let program = try await compile(source, to: "numbers", options)
        let output = try await ChildProcess.run([program])
        guard output.exitStatus == 0 else { throw TestRigError("\(program): \(output.errorText)") }
        var numbers: [String: UInt] = [:]
        for line in output.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = UInt(words[1]) else { throw TestRigError("line \(line)") }
            numbers[String(words[0])] = number
        }
        return numbers
    }
}

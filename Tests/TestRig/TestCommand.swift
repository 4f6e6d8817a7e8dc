/// A program that was run to its end.
public struct TestCommand {
    /// The exit status, or 128 and the number of the signal.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: [UInt8]
    /// What it wrote to standard error.
    public let errors: String

    /// Runs a program found in PATH; the test fails if it is missing.
    public init(_ arguments: String..., input: [UInt8] = []) throws {
        let folder = try TemporaryDirectory()
        try folder.write(input, to: "input")
        let process = try TestProcess(
            arguments,
            files: [folder.path("input"), folder.path("output"), folder.path("errors")]
        )
        status = process.wait()
        output = try folder.read("output")
        errors = String(decoding: try folder.read("errors"), as: UTF8.self)
    }

    /// The output as text, without line feeds at its end.
    public var text: String {
        let end = output.lastIndex { $0 != 0x0A }.map { $0 + 1 } ?? 0
        return String(decoding: output[..<end], as: UTF8.self)
    }
}

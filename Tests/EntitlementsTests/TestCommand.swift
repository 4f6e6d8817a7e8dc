/// A program that was run to its end.
struct TestCommand {
    let status: Int32
    let output: [UInt8]
    let errors: String

    /// Runs a program found in PATH; the test fails if it is missing.
    init(_ arguments: String..., input: [UInt8] = []) throws {
        let folder = try TestFolder()
        try folder.write(input, to: "input")
        let process = try TestProcess(
            arguments,
            files: [folder["input"], folder["output"], folder["errors"]]
        )
        status = process.wait()
        output = try folder.read("output")
        errors = String(decoding: try folder.read("errors"), as: UTF8.self)
    }

    /// The output as text, without line feeds at its end.
    var text: String {
        let end = output.lastIndex { $0 != 0x0A }.map { $0 + 1 } ?? 0
        return String(decoding: output[..<end], as: UTF8.self)
    }
}

import Foundation

/// Keys at every reader of PC/SC, for the programs that get ``environment``: nobody can have a machine press those of a
/// real one.
///
/// A library takes the place of pcsc-lite's and passes everything on to it; where a reader's firmware would ask for
/// PINs (PC/SC part 10), it takes what ``type(_:)`` has put down and sends the command to the card in the reader. Needs
/// `cc`.
public struct PINPadReader: Sendable {
    private let directory: TemporaryDirectory

    /// Compiles the library.
    public init() async throws {
        directory = try TemporaryDirectory()
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("pinpad-pcsc.c").path
        let found = try await ChildProcess.run(["cc", "-print-file-name=libpcsclite.so.1"])
        let real = found.text.trimmingCharacters(in: .whitespacesAndNewlines)
        let output = try await ChildProcess.run([
            "cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-DREAL=\"\(real)\"",
            "-DPLACE=\"\(directory.path)\"", "-o", directory.path("libpcsclite.so.1"), source, "-ldl",
        ])
        guard output.exitStatus == 0 else { throw TestRigError(output.errorText) }
    }

    /// What programs need in their environment to see the keys.
    public var environment: [String: String] { ["LD_LIBRARY_PATH": directory.path] }

    /// Sets what is typed from now on.
    ///
    /// Each entry answers one request: the PINs with blanks between them, or `cancel`. A request after the last entry
    /// times out.
    public func type(_ entries: String...) throws {
        try directory.write(entries.map { $0 + "\n" }.joined(), to: "typed")
    }

    /// What has been asked for, a line each: `verify` or `change` with the octets of the request, and `program` with the
    /// header of each command that came from a program with a PIN in it.
    public var log: [String] {
        let text = (try? String(contentsOfFile: directory.path("log"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}

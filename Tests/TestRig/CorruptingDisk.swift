import Foundation

/// A disk that keeps something else than programs write, for the programs that get ``environment``.
///
/// A library changes the last octet of each write to a file that has no name yet. Needs `cc`.
public struct CorruptingDisk: Sendable {
    private let directory: TemporaryDirectory

    /// Compiles the library.
    public init() async throws {
        directory = try TemporaryDirectory()
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("corrupt-write.c").path
        let output = try await ChildProcess.run([
            "cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", directory.path("disk.so"),
            source, "-ldl",
        ])
        guard output.exitStatus == 0 else { throw TestRigError(output.errorText) }
    }

    /// What programs need in their environment to meet the disk.
    public var environment: [String: String] { ["LD_PRELOAD": directory.path("disk.so")] }
}

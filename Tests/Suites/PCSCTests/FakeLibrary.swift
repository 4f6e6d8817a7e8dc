import Foundation
import JetonPCSC
import TestRig

/// A PC/SC library without a service: for what no virtual reader does, which is to come and go, and to lie.
struct FakeLibrary {
    let library: PCSCLibrary
    private let directory: TemporaryDirectory

    /// Compiles and loads it.
    init(readers: [String]) async throws {
        directory = try TemporaryDirectory()
        let root = BuildProducts.packageDirectory
        let output = try await ChildProcess.run([
            "cc", "-std=gnu11", "-shared", "-fPIC", "-Wno-unknown-pragmas", "-D_Nullable=", "-D_Nonnull=",
            "-DCONTROL=\"\(directory.path("readers"))\"",
            "-I\(root.appendingPathComponent("Sources/Cards/CJetonPCSC/include").path)",
            "-o", directory.path("fake.so"), root.appendingPathComponent("Tests/Suites/PCSCTests/fake-pcsc.c").path,
        ])
        guard output.exitStatus == 0 else { throw TestRigError(output.errorText) }
        library = try PCSCLibrary(path: directory.path("fake.so"))
        try setReaders(readers)
    }

    /// What the last entry of PINs asked of the reader.
    func request() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: directory.path("readers.request"))))
    }

    /// Plugs readers in and out.
    func setReaders(_ names: [String]) throws {
        // In one step, so that nobody sees half a list.
        try directory.write(names.joined(separator: "\n") + "\n", to: "new")
        _ = unsafe rename(directory.path("new"), directory.path("readers"))
    }
}

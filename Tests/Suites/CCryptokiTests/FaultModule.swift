import Foundation
import TestRig

/// A copy of the fault module with settings of its own.
struct FaultModule {
    private let directory: TemporaryDirectory

    /// The library to load.
    let path: String

    /// Copies the library and writes the settings beside it.
    init(_ settings: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.path("fault.so")
        try FileManager.default.copyItem(atPath: BuildProducts.path("libFaultModule.so"), toPath: path)
        try directory.write(settings, to: "fault.so.settings")
    }
}

import Foundation
import Testing

/// A fault that can be made, and what the doctor must say.
struct Fault: Sendable, CustomTestStringConvertible {
    let id: String
    let setup: Laboratory.Setup
    /// What the doctor must say where the tests themselves run in a container; nil for the same.
    var idInContainer: String?

    /// What the doctor must say here.
    var rootCause: String {
        let marks = ["/.dockerenv", "/run/systemd/container"]
        return marks.contains { FileManager.default.fileExists(atPath: $0) } ? idInContainer ?? id : id
    }
    /// Its severity; a warning is no root cause.
    var severity = "failure"

    init(
        _ id: String,
        severity: String = "failure",
        inContainer: String? = nil,
        _ change: (inout Laboratory.Setup) -> Void
    ) {
        self.id = id
        self.severity = severity
        idInContainer = inContainer
        var setup = Laboratory.Setup()
        change(&setup)
        self.setup = setup
    }

    var testDescription: String { id }
}

import TestRig
import Testing

/// A fault that can be made, and what the doctor must say.
struct ModuleFault: Sendable, CustomTestStringConvertible {
    let id: String
    /// Its severity; a warning is no root cause.
    var severity: String
    /// Makes the set-up in a folder of its own; what it gives beside that must live as long as the examination.
    let make: @Sendable (inout ModuleLaboratory.Setup, TemporaryDirectory) async throws -> [any Sendable]

    init(
        _ id: String,
        severity: String = "failure",
        _ make:
            @escaping @Sendable (inout ModuleLaboratory.Setup, TemporaryDirectory) async throws -> [any Sendable]
    ) {
        self.id = id
        self.severity = severity
        self.make = make
    }

    var testDescription: String { id }
}

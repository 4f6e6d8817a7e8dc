import Testing

/// A fault that can be made, and what the doctor must say.
struct Fault: Sendable, CustomTestStringConvertible {
    let id: String
    let setup: Laboratory.Setup
    /// Its severity; a warning is no root cause.
    var severity = "failure"

    init(_ id: String, severity: String = "failure", _ change: (inout Laboratory.Setup) -> Void) {
        self.id = id
        self.severity = severity
        var setup = Laboratory.Setup()
        change(&setup)
        self.setup = setup
    }

    var testDescription: String { id }
}

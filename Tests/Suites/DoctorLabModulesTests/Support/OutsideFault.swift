import TestRig
import Testing

/// A fault that no catalogue listed, by its number in docs/doctor-laboratory.md, and what the doctor must say.
struct OutsideFault: Sendable, CustomTestStringConvertible {
    /// The row of the table.
    let row: String
    /// What the finding must have in it: the object that was changed.
    let words: String
    /// The fault and its finding.
    let fault: ModuleFault

    init(_ row: String, _ words: String, _ fault: ModuleFault) {
        self.row = row
        self.words = words
        self.fault = fault
    }

    var testDescription: String { "\(row): \(fault.id)" }

    /// Makes the fault, runs the doctor, and looks for the finding and its words.
    func check() async throws {
        let directory = try TemporaryDirectory()
        var setup = ModuleLaboratory.Setup()
        let kept = try await fault.make(&setup, directory)
        let diagnosis = try await ModuleLaboratory().examine(setup, in: directory)
        withExtendedLifetime(kept) {}
        #expect(diagnosis.roots == (fault.severity == "failure" ? [fault.id] : []), "\(diagnosis.findings)")
        let found = diagnosis.findings.first { $0.id == fault.id && $0.severity == fault.severity }
        // The directory is the home of who runs the doctor.
        let words = words.replacing("DIRECTORY", with: "~")
        #expect(found?.text.contains(words) == true, "\(diagnosis.findings)")
    }
}

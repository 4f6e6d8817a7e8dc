import Foundation
import TestRig
import Testing

@Suite("PDFs that verify accepts, in five readers", .timeLimit(.minutes(10)))
struct SlowPDFReadersTests {
    @Test("PDFium, MuPDF, poppler, qpdf and pypdf show what was signed, and agree on what was changed")
    func agree() async throws {
        try PythonClients.require(.pyHanko, .pypdf, .pypdfium2)
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/compare-readers").path
        let program = try BuildProducts.path("jeton")
        let output = try await ChildProcess.run(
            [PythonClients.program("python"), script, program, "--accepted", "100", "--seed", "1"],
            deadline: .seconds(540)
        )
        #expect(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        #expect(output.text.contains("100 accepted") && output.text.contains(" 0 exceptions"), "\(output.text)")
    }
}

import Diagnostics
import Foundation
import TestRig
import Testing

/// That no check is without proof: a test that names it, and a row in the table of the fault laboratory or a reason why
/// the laboratory can't have it.
@Suite("What is shown of each check")
struct CatalogueCoverageTests {
    private static let root = BuildProducts.packageDirectory

    private static func text(below folders: String..., except name: String = "") throws -> String {
        var text = ""
        for folder in folders {
            let url = root.appending(path: folder)
            let files = try #require(FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" && file.lastPathComponent != name {
                text += try String(contentsOf: file, encoding: .utf8)
            }
        }
        return text
    }

    @Test("Every check is named by a test on fixtures or in the fault laboratory")
    func haveTests() throws {
        let tests = try Self.text(
            below: "Tests/Suites/DiagnosticsTests",
            "Tests/Suites/DoctorLabCardsTests",
            "Tests/Suites/DoctorLabModulesTests"
        )
        for page in Catalogue.pages {
            #expect(tests.contains("\"\(page.id)\""), "no test names \(page.id)")
        }
    }

    @Test(
        "Every check has a row in docs/doctor.md that fits: the laboratory's if it makes the fault, or the reason why not"
    )
    func haveRows() throws {
        let document = try String(contentsOf: Self.root.appending(path: "docs/doctor.md"), encoding: .utf8)
        let halves = document.components(separatedBy: "## Not in the laboratory")
        try #require(halves.count == 2)
        let reasons = halves[1].components(separatedBy: "\n## ")[0]
        let laboratory = try Self.text(below: "Tests/Suites/DoctorLabCardsTests", "Tests/Suites/DoctorLabModulesTests")
        for page in Catalogue.pages {
            let isMade = laboratory.contains("\"\(page.id)\"")
            let row = "| `\(page.id)` |"
            #expect((isMade ? halves[0] : reasons).contains(row), "\(page.id) has no row where it should")
            #expect(!(isMade ? reasons : halves[0]).contains(row), "\(page.id) has a row where it should not")
        }
    }
}

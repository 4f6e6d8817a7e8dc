import Foundation
import JetonDiagnostics
import TestRig
import Testing

/// The pages of docs/checks; with JETON_WRITE_CHECK_PAGES they are written instead of compared.
@Suite("Pages about checks")
struct CheckPagesTests {
    private static let folder = BuildProducts.packageDirectory.appending(path: "docs/checks")
    private static let isWriting = ProcessInfo.processInfo.environment["JETON_WRITE_CHECK_PAGES"] != nil

    private static var wanted: [String: String] {
        var files = ["README.md": Catalogue.markdownIndex]
        for page in Catalogue.pages { files["\(page.id).md"] = page.markdown }
        return files
    }

    @Test("docs/checks is what the checks say of themselves; scripts/check-pages makes it so")
    func areCurrent() throws {
        let wanted = Self.wanted
        if Self.isWriting {
            try? FileManager.default.removeItem(at: Self.folder)
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            for (name, text) in wanted { try Data(text.utf8).write(to: Self.folder.appending(path: name)) }
        }
        let present = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(present) == Set(wanted.keys))
        for (name, text) in wanted.sorted(by: { $0.key < $1.key }) {
            let file = try? String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            #expect(file == text, "docs/checks/\(name) is not current: run scripts/check-pages")
        }
    }

    @Test("Every check has a name of its own and says what people see, why, how, and what to do")
    func areComplete() {
        let ids = Catalogue.pages.map(\.id)
        #expect(Set(ids).count == ids.count)
        for page in Catalogue.pages {
            #expect(page.id.rawValue.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") })
            for text in [page.title, page.symptom, page.cause, page.detection] { #expect(!text.isEmpty, "\(page.id)") }
            #expect(!page.title.hasSuffix("."), "\(page.id)")
            #expect(!page.remedies.isEmpty, "\(page.id)")
        }
    }

    @Test("What a check names as its causes are checks")
    func causesExist() {
        let ids = Set(Catalogue.pages.map(\.id))
        for page in Catalogue.pages {
            for cause in page.causes { #expect(ids.contains(cause), "\(page.id) names \(cause)") }
        }
    }
}

import Foundation
import TestRig
import Testing

@Suite("The table of known answers")
struct VectorTableTests {
    @Test("Every test that README.md names is there")
    func table() throws {
        let tests = BuildProducts.packageDirectory.appendingPathComponent("Tests/Suites")
        let folders = ["LibcryptoTests/GOST", "SecureChannelTests"].map { tests.appendingPathComponent($0) }
        let page = try String(contentsOf: folders[0].appendingPathComponent("README.md"), encoding: .utf8)
        let names = Set(page.matches(of: /`([A-Z][A-Za-z0-9]*Tests)\.([a-z][A-Za-z0-9]*)`/).map { [$0.1, $0.2] })
        // Each of the families is on it.
        #expect(names.count > 60)
        for name in names {
            let file = try #require(
                folders.map { $0.appendingPathComponent("\(name[0]).swift") }
                    .first { FileManager.default.fileExists(atPath: $0.path) },
                "\(name)"
            )
            let source = try String(contentsOf: file, encoding: .utf8)
            let function = try #require(source.range(of: "    func \(name[1])("), "\(name)")
            // What makes it a test stands after the end of the member before it.
            let before = source[..<function.lowerBound]
            let attribute = try #require(before.range(of: "    @Test(", options: .backwards), "\(name)")
            #expect(!before[attribute.upperBound...].contains("\n    }\n"), "\(name)")
        }
    }
}

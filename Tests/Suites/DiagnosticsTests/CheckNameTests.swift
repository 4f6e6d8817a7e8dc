import JetonDiagnostics
import Testing

@Suite("The names of checks")
struct CheckNameTests {
    @Test("A check's type is named after its id", arguments: Catalogue.pages.map { $0.id.rawValue })
    func followsID(_ id: String) throws {
        let check = try #require(Catalogue.checks.first { $0.page.id.rawValue == id })
        let expected = id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        #expect(String(describing: check) == expected)
    }
}

import Diagnostics
import Foundation
import TestRig
import Testing

@Suite("The list of checks in docs/doctor.md")
struct CheckListTests {
    @Test("It names every check once, by layers, and its numbers are right")
    func isCurrent() throws {
        let file = BuildProducts.packageDirectory.appending(path: "docs/doctor.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "## All checks\n"))
        let end = try #require(text.range(of: "\nNone is left out", range: start.upperBound..<text.endIndex))
        let section = text[start.upperBound..<end.lowerBound]
        let lists = section.components(separatedBy: "\n- ")
        let head = lists[0]
        for layer in Layer.allCases {
            let ids = Catalogue.pages.filter { $0.layer == layer }.map(\.id.rawValue)
            let line = try #require(lists.first { $0.hasPrefix("\(layer.rawValue). ") })
            #expect(line.hasPrefix("\(layer.rawValue). \(layer.title), \(ids.count): "))
            let named = line.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            #expect(Set(named) == Set(ids), "\(layer.title)")
            #expect(named.count == ids.count, "\(layer.title)")
        }
        let body = lists.dropFirst().joined()
        func count(_ mark: String) -> Int { body.components(separatedBy: mark).count - 1 }
        let total = Catalogue.pages.count
        #expect(head.contains("The doctor has \(total) checks."))
        #expect(head.contains("has \(total - count("`*")),"))
        #expect(head.contains("the \(count("`*")) marked"))
        let words = head.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(" \(total - count("(f)") - count("(n)")) are made for real"))
        #expect(words.contains("on a fixture only, \(count("(f)"));"))
        #expect(words.contains("no test of its own, \(count("(n)"))."))
    }
}

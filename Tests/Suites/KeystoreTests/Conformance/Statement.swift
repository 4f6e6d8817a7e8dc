import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import Testing

/// One numbered statement of docs/keystore-format.md, "Rules", as a row of the conformance table.
struct Statement: Sendable, CustomTestStringConvertible {
    let numbers: [Int]
    let sentence: String
    let faces: [Face]
    let body: @Sendable (World) throws -> Void

    /// A row for one statement, or for several that one sequence of calls shows.
    init(
        _ numbers: Int...,
        words sentence: String,
        faces: [Face] = Face.allCases,
        _ body: @escaping @Sendable (World) throws -> Void
    ) {
        self.numbers = numbers
        self.sentence = sentence
        self.faces = faces
        self.body = body
    }

    var testDescription: String { "\(numbers.map(String.init).joined(separator: ", ")): \(sentence)" }
}

/// A fresh unlocked store for one row, seen through one face.
struct World: Sendable {
    let store: TestStore
    let keychain: Keychain
    let face: Face

    init(_ face: Face) throws {
        self.face = face
        store = try TestStore()
        keychain = try store.create()
    }

    var subject: any Subject { subject(keychain) }

    /// The accounts of the items that a query finds.
    func accounts(_ query: ItemQuery) throws -> [String] {
        try keychain.items(query).map { $0.attributes.account }
    }

    /// The same store as another program sees it.
    func program(_ caller: Caller) throws -> any Subject { subject(try store.open(caller)) }

    func subject(_ keychain: Keychain) -> any Subject {
        switch face {
        case .library: LibrarySubject(keychain: keychain)
        case .secItem: SecItemSubject(keychain: keychain)
        }
    }

    /// The SecItem face, for what only a dictionary can say.
    var secItem: SecItemSubject { SecItemSubject(keychain: keychain) }
}

let shared = TestStore.group("shared")
let second = TestStore.group("second")
let applicationGroup = TestStore.group("ru.example.signer")
let foreign = TestStore.group("foreign")

/// A program of the same team without the group `shared`.
let otherProgram = Caller(
    keychainAccessGroups: [TestStore.group("second")],
    applicationIdentifier: TestStore.group("ru.example.other")
)

/// A row of the table asked of one face.
struct Row: Sendable, CustomTestStringConvertible {
    let statement: Statement
    let face: Face

    var testDescription: String { "\(face) \(statement.testDescription)" }

    static let all = Statement.all.flatMap { statement in statement.faces.map { Row(statement: statement, face: $0) } }
}

extension Statement {
    static let all = identity + groups + search + changes + synchronization + protection + damage

    /// Statements that other suites show: the sentence and the suite.
    static let elsewhere: [(number: Int, sentence: String, suite: String)] = [
        (
            27, "`keychain-access-groups` that is not an array of strings makes the file unusable",
            "EntitlementsLintTests"
        ),
        (
            28, "Groups count only from a manifest whose signature, time and content were verified",
            "TokenChannelOutcomeTests"
        ),
        (
            63, "The newer of two changes to an item wins; at equal times, the same one wins on every device",
            "SyncConvergenceTests"
        ),
        (
            82, "An application identifier is a team and a name; a group that contains a wildcard is refused",
            "EntitlementsLintTests"
        ),
        (
            83, "Content in a top-level key `Entitlements` makes the file unusable; the error names the line",
            "EntitlementsLintTests"
        ),
        (84, "Each row of the outcome table is correct, a to j", "TokenChannelOutcomeTests"),
        (
            85, "The mark of a token group is searched for after the team, case-sensitively",
            "EntitlementsLintTests"
        ),
    ]
}

@Suite("Conformance")
struct ConformanceTests {
    @Test("Each statement holds", arguments: Row.all)
    func holds(row: Row) throws { try row.statement.body(World(row.face)) }

    @Test("Every statement from 1 to 87 has a row here or is shown elsewhere")
    func complete() {
        let here = Set(Statement.all.flatMap(\.numbers))
        let elsewhere = Set(Statement.elsewhere.map(\.number))
        #expect(here.union(elsewhere) == Set(1...87))
        #expect(here.isDisjoint(with: elsewhere))
    }

    @Test("docs/keystore-format.md prints each statement with the suite that shows it, and no other")
    func printed() throws {
        let root = #filePath.components(separatedBy: "/Tests/")[0]
        let page = try String(contentsOfFile: "\(root)/docs/keystore-format.md", encoding: .utf8)
        let printed = page.split(separator: "\n").filter { line in
            line.hasSuffix("Tests` |") && line.dropFirst(2).prefix { $0 != " " }.allSatisfy(\.isNumber)
        }
        let here = Statement.all.flatMap { statement in
            statement.numbers.map { "| \($0) | \(statement.sentence) | `ConformanceTests` |" }
        }
        let elsewhere = Statement.elsewhere.map { "| \($0.number) | \($0.sentence) | `\($0.suite)` |" }
        #expect(Set(printed.map(String.init)) == Set(here + elsewhere))
    }
}

import Keystore
import KeystoreBase
import Octets
import Testing

/// One numbered statement of docs/keystore.md, "Rules", as a row of the conformance table.
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
    static let all = identity + groups + search + changes + synchronisation + protection + damage

    /// Statements that other suites show, with the reason.
    static let elsewhere: [Int: String] = [
        27: "entitlements: the store is given groups, not a manifest",
        28: "entitlements: signatures are checked before the store is opened",
        63: "sync: which of two devices' changes wins",
        82: "entitlements: hygiene of a manifest", 83: "entitlements: the dangling key",
        84: "entitlements: outcomes a to j", 85: "entitlements: which group names the token",
    ]
}

@Suite("Conformance")
struct ConformanceTests {
    @Test("Each statement holds", arguments: Row.all)
    func holds(row: Row) throws { try row.statement.body(World(row.face)) }

    @Test("Every statement from 1 to 87 has a row here or is shown elsewhere")
    func complete() {
        let here = Set(Statement.all.flatMap(\.numbers))
        #expect(here.union(Statement.elsewhere.keys) == Set(1...87))
        #expect(here.isDisjoint(with: Statement.elsewhere.keys))
    }
}

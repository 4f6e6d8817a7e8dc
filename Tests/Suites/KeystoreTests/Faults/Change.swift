import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets
import Testing

@testable import JetonKeystore

/// A change of a store that is made to go wrong at every system call.
struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let prepare: @Sendable (TestStore, Keychain) throws -> Void
    let make: @Sendable (Keychain) throws -> Void

    var testDescription: String { name }

    static let all = [
        Change(name: "the first item of a group", prepare: { _, _ in }) { keychain in
            try keychain.add(ItemAttributes(service: "s", account: "new", accessGroup: second), text: "new")
        },
        Change(name: "a further item", prepare: { _, _ in }) { keychain in
            try keychain.add(ItemAttributes(service: "s", account: "new"), text: "new")
        },
        Change(name: "a new secret", prepare: { _, _ in }) { keychain in
            try keychain.update(ItemQuery(account: "a"), secret: TestStore.secret("changed"))
        },
        Change(
            name: "new secrets in two groups",
            prepare: { _, keychain in
                try keychain.add(ItemAttributes(service: "s", account: "c", accessGroup: second), text: "c")
            },
            make: { keychain in
                try keychain.update(ItemQuery(service: "s"), secret: TestStore.secret("changed"))
            }
        ),
        Change(name: "a move to another group", prepare: { _, _ in }) { keychain in
            var changes = AttributeChanges()
            changes.accessGroup = second
            try keychain.update(ItemQuery(account: "a"), changes)
        },
        Change(name: "a deletion", prepare: { _, _ in }) { keychain in
            try keychain.delete(ItemQuery(account: "a"))
        },
        Change(
            name: "a deletion that leaves a tombstone",
            prepare: { _, keychain in
                try keychain.add(ItemAttributes(service: "s", account: "c", isSynchronizable: true), text: "c")
            },
            make: { keychain in try keychain.delete(ItemQuery(account: "c", scope: .any)) }
        ),
        Change(
            name: "an addition over a damaged record",
            prepare: { store, keychain in
                try Damage.flipRecord(store.vaultPath())
                try #require(keychain.verify().findings.map(\.kind) == [.record])
            },
            make: { keychain in
                let gone = try keychain.items(ItemQuery(service: "s")).count == 1
                try #require(gone)
                for account in ["a", "b"] {
                    do { try keychain.add(ItemAttributes(service: "s", account: account), text: "again") } catch let
                        error as KeystoreError where error.code == .duplicateItem
                    {}
                }
            }
        ),
        Change(name: "a further slot", prepare: { _, _ in }) { keychain in
            let content = Secret(copying: [UInt8](repeating: 7, count: 32).span)
            try keychain.addSlot(.keyFile(content), authorizedBy: .keyFile(TestStore.keyFile()))
        },
        Change(
            name: "a slot less",
            prepare: { _, keychain in
                let content = Secret(copying: [UInt8](repeating: 7, count: 32).span)
                try keychain.addSlot(.keyFile(content), authorizedBy: .keyFile(TestStore.keyFile()))
            },
            make: { keychain in
                let slot = try #require(try keychain.slots().last)
                try keychain.removeSlot(slot.identifier)
            }
        ),
        Change(
            name: "a token less",
            prepare: { _, keychain in
                let token = try SoftToken(.curve(ECPrivateKey(generatingOn: .p256)), certificate: "one")
                try keychain.addSlot(.token(token.publicKey), authorizedBy: .keyFile(TestStore.keyFile()))
                try keychain.add(ItemAttributes(service: "s", account: "c", accessGroup: second), text: "c")
                var writer = try ProtectedFiles(keychain).create(.named("file"))
                try writer.write(Array("content".utf8).span)
                try writer.finish()
            },
            make: { keychain in
                let slot = try #require(try keychain.slots().last)
                let report = try keychain.removeTokenSlot(
                    slot.identifier,
                    authorizedBy: .keyFile(TestStore.keyFile())
                )
                // A group that could not be sealed again is told of here, and nowhere else.
                guard report.remaining.isEmpty else {
                    throw KeystoreError(.readOnly, report.remaining.joined(separator: ", "))
                }
            }
        ),
    ]
}

/// Everything that a store says, for comparing before and after.
struct Snapshot: Equatable, CustomStringConvertible {
    let lines: [String]

    init(_ store: TestStore) throws {
        let keychain = try store.open()
        var lines: [String] = []
        var query = ItemQuery(scope: .any)
        for item in try keychain.items(query) {
            let same = ItemQuery(persistentReference: item.persistentReference)
            lines.append(try Snapshot.line(item, keychain.text(same)))
        }
        query.findsTombstones = true
        for item in try keychain.items(query) { lines.append(Snapshot.line(item, "")) }
        lines.append("slots \(try keychain.slots().count)")
        for file in try ProtectedFiles(keychain).list() {
            let name = try #require(try file.get().name)
            let opened = try ProtectedFiles(keychain).open(.named(name))
            var octets = [UInt8](repeating: 0, count: Int(opened.size))
            var span = octets.mutableSpan
            _ = try opened.read(at: 0, into: &span)
            lines.append("file \(name) \(String(decoding: octets, as: UTF8.self))")
        }
        self.lines = lines.sorted()
    }

    private static func line(_ item: Item, _ text: String) -> String {
        let attributes = item.attributes
        let group = attributes.accessGroup?.name ?? ""
        let kind = item.isTombstone ? "tombstone" : attributes.isSynchronizable ? "sync" : "local"
        return "\(group) \(attributes.service) \(attributes.account) \(kind) \(text)"
    }

    var description: String { lines.joined(separator: "; ") }
}

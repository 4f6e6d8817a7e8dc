import Foundation
import JetonKeystoreBase
import JetonOctets
import TestRig
import Testing

@testable import JetonKeystore

/// A keystore of which one file is damaged: flipped, cut, longer, zeroed, exchanged, removed or older.
@Suite("Mutated keystores")
struct MutatedStoreTests {
    /// How many damages are tried: more by hand.
    private static let count =
        ProcessInfo.processInfo.environment["JETON_KEYSTORE_MUTATIONS"].flatMap { Int($0) } ?? 280
    private static let parts = 4
    private static let caller = Caller(hasEveryGroup: true)
    private static let files: [(name: String, protection: FileProtection)] = [
        ("diary", .complete), ("notes", .none), ("long", .completeUnlessOpen),
    ]

    /// A whole store with what it holds.
    private struct Whole {
        let store: TestStore
        var files: [String: [UInt8]] = [:]
        var older: [String: [UInt8]] = [:]
    }

    private static func secret(_ account: String) -> String { "the secret of \(account)" }

    private static func content(_ name: String) -> [UInt8] {
        [UInt8](repeating: UInt8(name.utf8.count), count: name == "long" ? 3 * PayloadCipher.chunkSize : 300)
    }

    private func whole() throws -> Whole {
        let store = try TestStore(inMemory: true)
        var whole = Whole(store: store)
        let keychain = try store.create(Self.caller)
        for (account, group) in [("a", shared), ("b", shared), ("c", second)] {
            try keychain.add(
                ItemAttributes(service: "s", account: account, accessGroup: group),
                text: account == "a" ? "former" : Self.secret(account)
            )
        }
        whole.older = try contents(store)
        // Each file has a generation before this one.
        try keychain.update(
            ItemQuery(service: "s", account: "a", scope: .any),
            secret: TestStore.secret(Self.secret("a"))
        )
        try keychain.add(ItemAttributes(service: "s", account: "d", accessGroup: second), text: Self.secret("d"))
        let files = ProtectedFiles(keychain)
        for file in Self.files {
            var writer = try files.create(.named(file.name), protection: file.protection)
            try writer.write(Self.content(file.name).span)
            try writer.finish()
        }
        whole.files = try contents(store)
        return whole
    }

    private func contents(_ store: TestStore) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        guard let paths = FileManager.default.enumerator(atPath: store.directory) else { return [:] }
        for case let path as String in paths
        where paths.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
            contents[path] = try Shell.read("\(store.directory)/\(path)")
        }
        return contents
    }

    @Test("Every damage is reported, no read gives a wrong value, and nothing is lost silently", arguments: 0..<parts)
    func mutated(part: Int) throws {
        let whole = try whole()
        var tried: [StoreMutation.Kind: Int] = [:]
        for number in stride(from: part, to: Self.count, by: Self.parts) {
            guard let mutation = StoreMutation(number: number, files: whole.files, older: whole.older) else { continue }
            let copy = try TestStore(inMemory: true)
            try Shell.run("/bin/cp", ["-a", whole.store.storePath, whole.store.witnessPath, copy.directory])
            let path = "\(copy.directory)/\(mutation.path)"
            if let octets = mutation.octets {
                try Shell.write(octets, path)
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
            try judge(copy, mutation, "\(number): \(mutation.kind) of \(mutation.path)")
            tried[mutation.kind, default: 0] += 1
        }
        #expect(tried.count == StoreMutation.Kind.allCases.count, "\(tried)")
        if Self.count > 1_000 { print("part \(part): \(tried.values.reduce(0, +)) damages") }
    }

    /// Reads everything of a damaged store, and asks `verify`.
    private func judge(_ store: TestStore, _ mutation: StoreMutation, _ what: String) throws {
        let keychain: Keychain
        do {
            keychain = try store.open(Self.caller)
        } catch let error as KeystoreError {
            // A store that says that it can't be opened has said it.
            #expect([.decoding, .notAvailable, .interactionNotAllowed].contains(error.code), "\(what): \(error)")
            return
        }
        var isComplete = true
        for account in ["a", "b", "c", "d"] {
            do {
                let text = try keychain.text(ItemQuery(service: "s", account: account, scope: .any))
                #expect(text == Self.secret(account), "\(what): another value of \(account)")
            } catch let error as KeystoreError {
                #expect([.decoding, .notAvailable].contains(error.code), "\(what): \(account): \(error)")
                isComplete = false
            }
        }
        for file in Self.files {
            do throws(KeystoreError) {
                let octets = try read(file.name, keychain)
                #expect(octets == Self.content(file.name), "\(what): another content of \(file.name)")
            } catch {
                let isTold = [.decoding, .notAvailable, .itemNotFound].contains(error.code)
                #expect(isTold, "\(what): \(file.name): \(error)")
                isComplete = false
            }
        }
        let findings = keychain.verify().findings
        if mutation.isUnnoticed { return }
        #expect(!findings.isEmpty, "\(what): verify finds nothing\(isComplete ? "" : ", and not all can be read")")
    }

    private func read(_ name: String, _ keychain: Keychain) throws(KeystoreError) -> [UInt8] {
        let opened = try ProtectedFiles(keychain).open(.named(name))
        var octets = [UInt8](repeating: 0, count: Int(opened.size))
        var span = octets.mutableSpan
        _ = try opened.read(at: 0, into: &span)
        return octets
    }
}

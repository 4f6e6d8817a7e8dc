import Dispatch
import FoundationEssentials
import JetonKeystore
import SecItemCompat
import Synchronization
import Testing

extension Statement {
    static let changes = [
        Statement(47, words: "An update changes every match, and all of them or none") { world in
            for account in ["a", "b", "c"] { #expect(world.subject.add(Request("s", account, data: "x")) == 0) }
            #expect(world.subject.add(Request("s", "d", data: "x", group: second)) == 0)
            #expect(world.subject.update(Request("s"), Request(data: "y", label: "l")) == 0)
            let items = world.subject.read(Request("s", limit: .all)).items
            #expect(items.map(\.data) == ["y", "y", "y", "y"])
            #expect(items.map(\.label) == ["l", "l", "l", "l"])
            // Two items of one group cannot get one name.
            #expect(world.subject.update(Request("s"), Request(nil, "z", data: "w")) == -25299)
            #expect(Set(world.subject.read(Request("s", limit: .all)).items.map(\.data)) == ["y"])
        },
        Statement(48, words: "An update without a match returns not found") { world in
            #expect(world.subject.update(Request("s"), Request(label: "l")) == -25300)
        },
        Statement(49, 50, words: "An update accepts neither return types nor limits", faces: [.secItem]) { world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            for (key, value) in [
                (kSecReturnData, true), (kSecReturnAttributes, true), (kSecMatchLimit, kSecMatchLimitAll),
                (kSecMatchLimit, kSecMatchLimitOne),
            ] as [(String, Any)] {
                var query = subject.dictionary(Request("s", "a"))
                query[key] = value
                #expect(subject.raw { SecItemUpdate(query, [kSecAttrLabel: "l"]) } == -50)
            }
            #expect(subject.find(Request("s", "a")).items.first?.label == nil)
        },
        Statement(51, words: "Only attributes can be updated", faces: [.secItem]) { world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            for (key, value) in [
                (kSecClass, kSecClassGenericPassword), (kSecReturnData, true), (kSecMatchLimit, kSecMatchLimitOne),
                (kSecValuePersistentRef, Data()), ("abcd", "x"),
            ] as [(String, Any)] {
                let query = subject.dictionary(Request("s", "a"))
                #expect(subject.raw { SecItemUpdate(query, [key: value]) } == -25303, "\(key)")
            }
        },
        Statement(52, words: "A new name changes the key in place; an existing item there is a duplicate") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.add(Request("s", "b", data: "y")) == 0)
            #expect(world.subject.update(Request("s", "a"), Request(nil, "b")) == -25299)
            #expect(world.subject.update(Request("s", "a"), Request("t", "c")) == 0)
            #expect(world.subject.find(Request("s", "a")).status == -25300)
            #expect(world.subject.read(Request("t", "c")).items.first?.data == "x")
            #expect(world.subject.update(Request("t", "c"), Request("t", "c", data: "z")) == 0)
            #expect(world.subject.read(Request("t", "c")).items.first?.data == "z")
        },
        Statement(52, words: "A tombstone at the new name is overwritten") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .synchronizable)) == 0)
            #expect(world.subject.delete(Request("s", "a", sync: .synchronizable)) == 0)
            #expect(world.subject.add(Request("s", "b", data: "y", sync: .synchronizable)) == 0)
            #expect(world.subject.update(Request("s", "b", sync: .synchronizable), Request(nil, "a")) == 0)
            #expect(world.subject.read(Request("s", sync: .any, limit: .all)).items.map(\.data) == ["y"])
        },
        Statement(53, words: "A deletion removes every match; without a match it returns not found") { world in
            for account in ["a", "b"] { #expect(world.subject.add(Request("s", account, data: "x")) == 0) }
            #expect(world.subject.add(Request("s", "c", data: "x", group: second)) == 0)
            #expect(world.subject.add(Request("t", "c", data: "x")) == 0)
            #expect(world.subject.delete(Request("s")) == 0)
            #expect(world.subject.delete(Request("s")) == -25300)
            #expect(world.subject.find(Request(limit: .all)).items.map(\.service) == ["t"])
        },
        Statement(54, words: "A deletion accepts no limit except all", faces: [.secItem]) { world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            for limit in [kSecMatchLimitOne, 1, 2] as [Any] {
                var query = subject.dictionary(Request("s"))
                query[kSecMatchLimit] = limit
                #expect(subject.raw { SecItemDelete(query) } == -50)
            }
            var query = subject.dictionary(Request("s"))
            query["m_CaseInsensitive"] = true
            #expect(subject.raw { SecItemDelete(query) } == -50)
            query["m_CaseInsensitive"] = nil
            query[kSecMatchLimit] = kSecMatchLimitAll
            #expect(subject.raw { SecItemDelete(query) } == 0)
        },
        Statement(55, words: "Adding over a tombstone succeeds") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .synchronizable)) == 0)
            #expect(world.subject.delete(Request("s", "a", sync: .synchronizable)) == 0)
            #expect(world.subject.add(Request("s", "a", data: "y", sync: .synchronizable)) == 0)
            #expect(world.subject.read(Request("s", "a", sync: .synchronizable)).items.first?.data == "y")
        },
        Statement(55, words: "Adding over a damaged record succeeds, and the record's bytes are kept") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            try Damage.flipRecord(world.store.vaultPath())
            #expect(world.subject.read(Request("s", "a")).status == -26275)
            #expect(world.subject.add(Request("s", "a", data: "y")) == 0)
            #expect(world.subject.read(Request("s", "a")).items.first?.data == "y")
            #expect(try Shell.names(world.store.storePath + "/quarantine").count == 1)
        },
        Statement(56, words: "If several add the same key at once, exactly one succeeds") { world in
            let results = Mutex<[Int32]>([])
            let subjects = try (0..<8).map { _ in try world.program(TestStore.application) }
            DispatchQueue.concurrentPerform(iterations: subjects.count) { index in
                let status = subjects[index].add(Request("s", "a", data: "\(index)"))
                results.withLock { $0.append(status) }
            }
            #expect(results.withLock { $0.sorted() } == [Int32](repeating: -25299, count: 7) + [0])
        },
    ]
}

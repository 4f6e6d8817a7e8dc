import FoundationEssentials
import JetonKeystore
import SecItemCompat
import Testing

extension Statement {
    static let search = [
        Statement(32, words: "Without a limit, one item is found", faces: [.secItem]) { world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            #expect(subject.add(Request("s", "b", data: "x")) == 0)
            var query = subject.dictionary(Request("s"))
            query[kSecReturnData] = true
            var result: CFTypeRef?
            #expect(subject.raw { unsafe SecItemCopyMatching(query, &result) } == 0)
            #expect(result as? Data == Data("x".utf8))
        },
        Statement(33, words: "All, or a number above one, returns an array, even for one item", faces: [.secItem]) {
            world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            for limit in [kSecMatchLimitAll, 2] as [Any] {
                var query = subject.dictionary(Request("s"))
                query[kSecReturnData] = true
                query[kSecMatchLimit] = limit
                var result: CFTypeRef?
                #expect(subject.raw { unsafe SecItemCopyMatching(query, &result) } == 0)
                #expect(result as? [Data] == [Data("x".utf8)])
            }
        },
        Statement(34, words: "A number returns at most that many") { world in
            for account in ["a", "b", "c"] { #expect(world.subject.add(Request("s", account, data: "x")) == 0) }
            #expect(world.subject.find(Request("s", limit: .atMost(2))).items.count == 2)
            #expect(world.subject.find(Request("s", limit: .atMost(9))).items.count == 3)
        },
        Statement(35, words: "No match returns not found, never an empty result") { world in
            for limit in [MatchLimit.one, .all] {
                #expect(world.subject.find(Request("s", limit: limit)).status == -25300)
                #expect(world.subject.read(Request("s", limit: limit)).status == -25300)
            }
        },
        Statement(36, words: "Asking for nothing tests for existence", faces: [.secItem]) { world in
            let subject = world.secItem
            let query = subject.dictionary(Request("s", "a"))
            #expect(subject.raw { SecItemCopyMatching(query, nil) } == -25300)
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            var result: CFTypeRef? = 7
            #expect(subject.raw { unsafe SecItemCopyMatching(query, &result) } == 0)
            #expect(result as? Int == 7)
        },
        Statement(36, words: "A test for existence returns yes or no", faces: [.library]) { world in
            let before = try world.keychain.contains(ItemQuery(service: "s"))
            #expect(!before)
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            let after = try world.keychain.contains(ItemQuery(service: "s"))
            #expect(after)
        },
        Statement(37, words: "Requesting a result without a place for it is refused", faces: [.secItem]) { world in
            let subject = world.secItem
            var query = subject.dictionary(Request("s", "a", data: "x"))
            query[kSecReturnAttributes] = true
            #expect(subject.raw { SecItemAdd(query, nil) } == -50)
            #expect(subject.find(Request("s", "a")).status == -25300)
            query[kSecValueData] = nil
            #expect(subject.raw { SecItemCopyMatching(query, nil) } == -50)
        },
        Statement(38, words: "One kind of result comes bare, several in one dictionary", faces: [.secItem]) { world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            func answer(_ kinds: String...) -> CFTypeRef? {
                var query = subject.dictionary(Request("s", "a"))
                for kind in kinds { query[kind] = true }
                var result: CFTypeRef?
                #expect(subject.raw { unsafe SecItemCopyMatching(query, &result) } == 0)
                return result
            }
            #expect(answer(kSecReturnData) as? Data == Data("x".utf8))
            let reference = try #require(answer(kSecReturnPersistentRef) as? Data)
            #expect(reference.count == 20)
            let attributes = try #require(answer(kSecReturnAttributes) as? CFDictionary)
            #expect(attributes[kSecAttrAccount] as? String == "a")
            #expect(attributes[kSecValueData] == nil)
            #expect(attributes[kSecValuePersistentRef] == nil)
            let two = try #require(answer(kSecReturnData, kSecReturnPersistentRef) as? CFDictionary)
            #expect(two[kSecValueData] as? Data == Data("x".utf8))
            #expect(two[kSecValuePersistentRef] as? Data == reference)
            #expect(two[kSecAttrAccount] == nil)
            let all = answer(kSecReturnData, kSecReturnPersistentRef, kSecReturnAttributes) as? CFDictionary
            #expect(all?[kSecAttrAccount] as? String == "a")
            #expect(all?[kSecValueData] as? Data == Data("x".utf8))
        },
        Statement(39, 40, words: "A class is required, and must be known", faces: [.secItem]) { world in
            let subject = world.secItem
            for (kind, status) in [(nil, -50), ("inet", -25306), ("none", -25306)] as [(String?, Int32)] {
                var query = subject.dictionary(Request("s", "a"))
                query[kSecClass] = kind
                #expect(subject.raw { SecItemAdd(query, nil) } == status)
                #expect(subject.raw { SecItemCopyMatching(query, nil) } == status)
                #expect(subject.raw { SecItemUpdate(query, [kSecAttrLabel: "l"]) } == status)
                #expect(subject.raw { SecItemDelete(query) } == status)
            }
        },
        Statement(41, words: "Unknown attributes, other keys and wrong types are distinguished", faces: [.secItem]) {
            world in
            let subject = world.secItem
            let rows: [(String, Any, Int32)] = [
                ("abcd", "x", -25303), ("attribute", "x", -50), (kSecAttrAccount, 5, -50), (kSecAttrLabel, true, -50),
                (kSecAttrGeneric, "x", -50), (kSecAttrCreator, "x", -50), (kSecAttrCreator, -1, -50),
                (kSecAttrSynchronizable, "x", -50), (kSecAttrAccessible, "xx", -50), (kSecAttrIsInvisible, 2, -50),
                (kSecReturnRef, true, -50), (kSecMatchLimit, 0, -50), (kSecMatchLimit, "x", -50),
            ]
            for (key, value, status) in rows {
                var query = subject.dictionary(Request("s", "a"))
                query[key] = value
                #expect(subject.raw { SecItemCopyMatching(query, nil) } == status, "\(key)")
            }
        },
        Statement(42, words: "All given attributes must match, indexed or not") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", label: "l", generic: [1])) == 0)
            #expect(world.subject.add(Request("s", "b", data: "y", label: "l", generic: [2])) == 0)
            #expect(world.subject.read(Request(label: "l", generic: [2], limit: .all)).items.map(\.data) == ["y"])
            #expect(world.subject.find(Request(label: "L")).status == -25300)
            #expect(world.subject.find(Request("s", "a", label: "l", generic: [2])).status == -25300)
            #expect(world.subject.find(Request("s", label: "l", limit: .all)).items.count == 2)
        },
        Statement(43, words: "A persistent reference must be the only criterion") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            let reference = try #require(world.subject.find(Request("s")).items.first).reference
            #expect(world.subject.find(Request(reference: reference)).status == 0)
            for request in [
                Request("s", reference: reference), Request(label: "l", reference: reference),
                Request(group: shared, reference: reference),
            ] { #expect(world.subject.find(request).status == -50) }
        },
        Statement(44, words: "A reference survives updates, and works only for programs with the group") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            let reference = try #require(world.subject.find(Request("s")).items.first).reference
            #expect(reference.count == 20)
            #expect(world.subject.update(Request("s", "a"), Request("t", "b", data: "y")) == 0)
            let same = try world.program(TestStore.application)
            #expect(same.read(Request(reference: reference)).items.first?.data == "y")
            #expect(try world.program(otherProgram).read(Request(reference: reference)).status == -25300)
            #expect(world.subject.update(Request("t", "b"), Request(group: second)) == 0)
            #expect(same.read(Request(reference: reference)).items.first?.data == "y")
        },
        Statement(45, words: "The reference of a deleted item finds nothing") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            let reference = try #require(world.subject.find(Request("s")).items.first).reference
            #expect(world.subject.delete(Request(reference: reference)) == 0)
            #expect(world.subject.find(Request(reference: reference)).status == -25300)
        },
        Statement(46, words: "Tombstones are visible only on request") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .synchronizable)) == 0)
            #expect(world.subject.delete(Request("s", "a", sync: .synchronizable)) == 0)
            #expect(world.subject.find(Request("s", "a", sync: .any, limit: .all)).status == -25300)
            var query = ItemQuery(service: "s", scope: .any)
            query.findsTombstones = true
            let accounts1 = try world.accounts(query)
            #expect(accounts1 == ["a"])
        },
    ]
}

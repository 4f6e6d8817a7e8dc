import FoundationEssentials
import JetonKeystore
import SecItemCompat
import Testing

extension Statement {
    static let synchronization = [
        Statement(57, words: "Without a mention of synchronization, only local items match") { world in
            #expect(world.subject.add(Request("s", "a", data: "local")) == 0)
            #expect(world.subject.add(Request("s", "a", data: "sync", sync: .synchronizable)) == 0)
            #expect(world.subject.read(Request("s", "a", limit: .all)).items.map(\.data) == ["local"])
            let both = world.subject.read(Request("s", "a", sync: .any, limit: .all)).items.map(\.data)
            #expect(Set(both) == ["local", "sync"])
            #expect(world.subject.update(Request("s", "a"), Request(data: "new")) == 0)
            #expect(world.subject.delete(Request("s", "a")) == 0)
            #expect(world.subject.read(Request("s", "a", sync: .any, limit: .all)).items.map(\.data) == ["sync"])
        },
        Statement(58, words: "An added item is either synchronizable or not", faces: [.secItem]) { world in
            #expect(world.secItem.add(Request("s", "a", data: "x", sync: .any)) == -50)
        },
        Statement(59, words: "Synchronizable and this-device-only exclude each other") { world in
            for accessible in Accessible.allCases where accessible.isThisDeviceOnly {
                let request = Request("s", "a", data: "x", accessible: accessible, sync: .synchronizable)
                let isPasscode = accessible == .whenPasscodeSetThisDeviceOnly
                #expect(world.subject.add(request) == -50, "\(accessible) \(isPasscode)")
            }
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .synchronizable)) == 0)
            let query = Request("s", "a", sync: .synchronizable)
            #expect(world.subject.update(query, Request(accessible: .alwaysThisDeviceOnly)) == -50)
        },
        Statement(60, words: "Synchronizable and access control exclude each other", faces: [.secItem]) { world in
            let subject = world.secItem
            var query = subject.dictionary(Request("s", "a", data: "x", sync: .synchronizable))
            query[kSecAttrAccessControl] = "constraints"
            #expect(subject.raw { SecItemAdd(query, nil) } == -50)
            query[kSecAttrSynchronizable] = nil
            #expect(subject.raw { SecItemAdd(query, nil) } == -4)
        },
        Statement(61, words: "Deleting a synchronizable item leaves a tombstone with a newer date") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", label: "l", sync: .synchronizable)) == 0)
            var query = ItemQuery(service: "s", scope: .any)
            let before = try #require(try world.keychain.items(query).first)
            #expect(world.subject.delete(Request("s", sync: .synchronizable)) == 0)
            query.findsTombstones = true
            let after = try #require(try world.keychain.items(query).first)
            #expect(after.isTombstone)
            #expect(!after.hasData)
            #expect(after.attributes.account == "a")
            #expect(after.attributes.label == nil)
            #expect(after.modified > before.modified)
            #expect(after.clock > before.clock)
            #expect(world.subject.add(Request("s", "b", data: "x")) == 0)
            #expect(world.subject.delete(Request("s", "b")) == 0)
            query.scope = .localOnly
            #expect(try world.keychain.items(query).isEmpty)
        },
        Statement(62, words: "A new name of a synchronizable item leaves a tombstone at the old one") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .synchronizable)) == 0)
            #expect(world.subject.update(Request("s", "a", sync: .synchronizable), Request(nil, "b")) == 0)
            var query = ItemQuery(service: "s", scope: .any)
            let accounts1 = try world.accounts(query)
            #expect(accounts1 == ["b"])
            query.findsTombstones = true
            let accounts2 = try world.accounts(query)
            #expect(accounts2 == ["a"])
        },
        Statement(64, words: "Generic passwords are the only items", faces: [.secItem]) { world in
            for kind in ["inet", "cert", "keys", "idnt"] {
                let query: CFDictionary = [kSecClass: kind, kSecAttrSynchronizable: true]
                #expect(world.secItem.raw { SecItemAdd(query, nil) } == -25306)
            }
        },
        Statement(65, words: "A reference is random, so each device has a different one") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .synchronizable)) == 0)
            let first = world.subject.find(Request(sync: .any)).items.first?.reference
            #expect(world.subject.delete(Request(sync: .any)) == 0)
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .synchronizable)) == 0)
            #expect(world.subject.find(Request(sync: .any)).items.first?.reference != first)
        },
    ]
}

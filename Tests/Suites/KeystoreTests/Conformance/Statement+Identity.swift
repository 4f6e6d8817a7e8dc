import FoundationEssentials
import JetonKeystore
import SecItemCompat
import Testing

extension Statement {
    static let identity = [
        Statement(1, words: "Adding an item whose primary key is new succeeds") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
        },
        Statement(2, words: "An equal primary key is a duplicate, and the store does not change") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.add(Request("s", "a", data: "y")) == -25299)
            #expect(world.subject.read(Request("s", "a", limit: .all)).items.map(\.data) == ["x"])
        },
        Statement(3, 4, 5, 6, words: "Label, generic octets, data and accessibility are not part of the key") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.add(Request("s", "a", data: "x", label: "other")) == -25299)
            #expect(world.subject.add(Request("s", "a", data: "x", generic: [1])) == -25299)
            #expect(world.subject.add(Request("s", "a", data: "other")) == -25299)
            #expect(world.subject.add(Request("s", "a", data: "x", accessible: .always)) == -25299)
        },
        Statement(7, words: "The same name in two groups means two items") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", group: shared)) == 0)
            #expect(world.subject.add(Request("s", "a", data: "y", group: second)) == 0)
            #expect(world.subject.read(Request("s", "a", limit: .all)).items.map(\.data) == ["x", "y"])
        },
        Statement(8, words: "A synchronizable and a local item with the same name are two items") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", sync: .local)) == 0)
            #expect(world.subject.add(Request("s", "a", data: "y", sync: .synchronizable)) == 0)
            #expect(world.subject.read(Request("s", "a", sync: .any, limit: .all)).items.count == 2)
        },
        Statement(9, words: "A missing account or service is treated as empty") { world in
            #expect(world.subject.add(Request("s", data: "x")) == 0)
            #expect(world.subject.add(Request("s", data: "y")) == -25299)
            #expect(world.subject.add(Request("s", "", data: "y")) == -25299)
            #expect(world.subject.add(Request(nil, "a", data: "x")) == 0)
            #expect(world.subject.add(Request("", "a", data: "x")) == -25299)
        },
        Statement(10, words: "Names compare by octets: case and normalization matter") { world in
            let names = ["a", "A", "\u{E9}", "e\u{301}", "a\0", "a "]
            for name in names { #expect(world.subject.add(Request("s", name, data: "x")) == 0) }
            #expect(world.subject.find(Request("s", limit: .all)).items.count == names.count)
            #expect(world.subject.read(Request("s", "e\u{301}")).items.count == 1)
        },
        Statement(10, words: "A text and its bytes are the same name", faces: [.secItem]) { world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            var octets = subject.dictionary(Request("s"))
            octets[kSecAttrAccount] = Data([0x61])
            #expect(subject.raw { SecItemAdd(octets, nil) } == -25299)
        },
        Statement(11, words: "Dates are set when adding; an update changes only the second, and makes it newer") {
            world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            var last = try #require(world.subject.find(Request("s", "a")).items.first)
            #expect(last.created > 0)
            #expect(last.created == last.modified)
            for label in ["1", "2", "3"] {
                #expect(world.subject.update(Request("s", "a"), Request(label: label)) == 0)
                let next = try #require(world.subject.find(Request("s", "a")).items.first)
                #expect(next.created == last.created)
                #expect(next.modified > last.modified)
                last = next
            }
        },
        Statement(12, words: "An item without an accessibility is readable while unlocked") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.find(Request("s", "a")).items.first?.accessible == "ak")
        },
        Statement(13, words: "More than 32 KiB of data are accepted") { world in
            let text = String(repeating: "x", count: 100_000)
            #expect(world.subject.add(Request("s", "a", data: text)) == 0)
            #expect(world.subject.read(Request("s", "a")).items.first?.data == text)
        },
        Statement(14, words: "An item may be added without data; a search for attributes and data omits it") { world in
            #expect(world.subject.add(Request("s", "a")) == 0)
            let found = world.subject.read(Request("s", "a"))
            #expect(found.status == 0)
            #expect(found.items.count == 1)
            #expect(found.items.first?.data == nil)
        },
        Statement(14, words: "A search for data alone returns no octets", faces: [.secItem]) { world in
            let subject = world.secItem
            #expect(subject.add(Request("s", "a")) == 0)
            var query = subject.dictionary(Request("s", "a"))
            query[kSecReturnData] = true
            var result: CFTypeRef?
            #expect(subject.raw { unsafe SecItemCopyMatching(query, &result) } == 0)
            #expect(result as? Data == Data())
        },
    ]
}

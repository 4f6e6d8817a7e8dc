import Testing

@testable import JetonKeystore

extension Statement {
    static let damage = [
        Statement(78, words: "A damaged record is an error for queries that name it, the rest works, nothing is lost") {
            world in
            for account in ["a", "b", "c"] { #expect(world.subject.add(Request("s", account, data: "x")) == 0) }
            try Damage.flipRecord(world.store.vaultPath())
            #expect(world.subject.read(Request("s", limit: .all)).items.count == 2)
            let statuses = ["a", "b", "c"].map { world.subject.read(Request("s", $0)).status }
            #expect(statuses.sorted() == [-26275, 0, 0])
            #expect(world.keychain.verify().findings.map(\.kind) == [.record])
            #expect(world.subject.add(Request("s", "d", data: "x")) == 0)
            #expect(world.keychain.verify().findings.map(\.kind) == [.record, .previous])
        },
        Statement(79, words: "The metadata of one item with the secret of another is refused") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.add(Request("s", "b", data: "y")) == 0)
            let image = try #require(try world.keychain.context.vault(shared).current())
            guard case .intact(let first) = image.state(at: 0), case .intact(let other) = image.state(at: 1) else {
                Issue.record("two records are expected")
                return
            }
            // A record with the first item's header and metadata, and the second one's key and secret.
            let one = Array(image.octets[image.recordRange(at: 0)])
            let two = Array(image.octets[image.recordRange(at: 1)])
            var forged = Array(one[..<first.layout.metadata.upperBound])
            forged.appendCounted(two[other.layout.wrap])
            forged.appendCounted(two[other.layout.secret])
            guard let layout = RecordLayout(forged.span) else {
                Issue.record("the forged record is well-formed")
                return
            }
            let sealer = RecordSealer(keys: image.keys)
            let tag = image.tag(at: 0)
            let opened = sealer.openMetadata(forged.span, layout, tag: tag)
            #expect(opened?.attributes.account == first.metadata.attributes.account)
            let digest = try sealer.metadataDigest(forged.span, layout)
            let key = try sealer.openItemKey(
                forged.span,
                layout,
                tag: tag,
                digest: digest,
                classKeys: world.keychain.classKeys
            )
            let isRefused = key == nil
            #expect(isRefused)
        },
        Statement(80, words: "A file that is not a vault makes the group unavailable, not empty") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.add(Request("s", "a", data: "y", group: second)) == 0)
            try Shell.write(Array("this is not a vault".utf8), world.store.vaultPath())
            #expect(world.subject.read(Request("s", "a", group: shared)).status == -25291)
            #expect(world.subject.add(Request("s", "b", data: "x", group: shared)) == -25291)
            #expect(world.subject.read(Request("s", "a", group: second)).items.first?.data == "y")
            #expect(world.keychain.verify().findings.first?.kind == .vault)
        },
        Statement(81, words: "An item reported as added is on disk: another process can read it") { world in
            for account in ["a", "b", "c"] {
                #expect(world.subject.add(Request("s", account, data: "x")) == 0)
                let other = try world.program(TestStore.application)
                #expect(other.find(Request("s", account)).status == 0)
            }
        },
    ]
}

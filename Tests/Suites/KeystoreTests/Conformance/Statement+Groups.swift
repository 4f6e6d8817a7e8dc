import JetonKeystore
import JetonKeystoreBase
import Testing

extension Statement {
    static let groups = [
        Statement(15, words: "The caller's groups: keychain groups, the application, application groups") { _ in
            let caller = Caller(
                keychainAccessGroups: [second, shared],
                applicationIdentifier: applicationGroup,
                applicationGroups: [foreign, shared]
            )
            #expect(caller.accessGroups == [second, shared, applicationGroup, foreign])
        },
        Statement(16, words: "Adding without a group uses the first one") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.find(Request("s", "a")).items.first?.group == shared.rawValue)
        },
        Statement(17, words: "Without keychain groups the first one is the application's") { world in
            let subject = try world.program(Caller(applicationIdentifier: applicationGroup))
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            #expect(subject.find(Request("s", "a")).items.first?.group == applicationGroup.rawValue)
        },
        Statement(18, words: "The application's own group may always be named") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", group: applicationGroup)) == 0)
            #expect(world.subject.read(Request("s", "a", group: applicationGroup)).items.first?.data == "x")
        },
        Statement(19, words: "Without any group all four calls lack the entitlement") { world in
            let subject = try world.program(Caller())
            #expect(subject.add(Request("s", "a", data: "x")) == -34018)
            #expect(subject.find(Request("s", "a")).status == -34018)
            #expect(subject.update(Request("s", "a"), Request(label: "l")) == -34018)
            #expect(subject.delete(Request("s", "a")) == -34018)
        },
        Statement(20, words: "Naming a group that is not in the list lacks the entitlement") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", group: foreign)) == -34018)
            #expect(world.subject.find(Request("s", "a", group: foreign)).status == -34018)
            #expect(world.subject.update(Request("s", "a", group: foreign), Request(label: "l")) == -34018)
            #expect(world.subject.delete(Request("s", "a", group: foreign)) == -34018)
        },
        Statement(20, words: "The message names the group and the list", faces: [.library]) { world in
            let error = try #require(throws: KeystoreError.self) {
                try world.keychain.contains(ItemQuery(accessGroup: foreign))
            }
            #expect(error.description.contains("specifies access group ABCDE12345.foreign but is only entitled for"))
            #expect(error.description.contains("ABCDE12345.shared, ABCDE12345.second"))
        },
        Statement(21, words: "An item in a group that the caller lacks is not found") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", group: shared)) == 0)
            let other = try world.program(otherProgram)
            #expect(other.find(Request("s", "a")).status == -25300)
            #expect(other.update(Request("s", "a"), Request(label: "l")) == -25300)
            #expect(other.delete(Request("s", "a")) == -25300)
            #expect(world.subject.read(Request("s", "a")).items.first?.data == "x")
        },
        Statement(22, words: "An update into a group that is not in the list changes nothing") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.update(Request("s", "a"), Request(label: "l", group: foreign)) == -34018)
            let item = try #require(world.subject.find(Request("s", "a")).items.first)
            #expect(item.group == shared.rawValue)
            #expect(item.label == nil)
        },
        Statement(23, words: "An update into another granted group moves the item; clashes change nothing") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.update(Request("s", "a"), Request(group: second)) == 0)
            #expect(world.subject.find(Request("s", "a", group: shared)).status == -25300)
            #expect(world.subject.read(Request("s", "a", group: second)).items.first?.data == "x")
            #expect(world.subject.add(Request("s", "a", data: "y", group: shared)) == 0)
            let clash = world.subject.update(Request("s", "a", group: shared), Request(label: "l", group: second))
            #expect(clash == -25299)
            let items = world.subject.read(Request("s", "a", limit: .all)).items
            #expect(items.map(\.data) == ["y", "x"])
            #expect(items.map(\.label) == [nil, nil])
        },
        Statement(24, words: "A query without a group searches all groups; results name their group") { world in
            for group in [applicationGroup, second, shared] {
                #expect(world.subject.add(Request("s", group.name, data: "x", group: group)) == 0)
            }
            let groups = world.subject.find(Request("s", limit: .all)).items.map(\.group)
            #expect(groups == [shared.rawValue, second.rawValue, applicationGroup.rawValue])
        },
        Statement(25, words: "Groups are compared exactly; only an administrator is granted every group") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", group: shared)) == 0)
            for name in ["share", "shared.x", "Shared", "shared."] {
                let subject = try world.program(Caller(keychainAccessGroups: [TestStore.group(name)]))
                #expect(subject.find(Request("s", "a")).status == -25300)
            }
            let administrator = try world.program(Caller(hasEveryGroup: true))
            #expect(administrator.read(Request("s", "a")).items.first?.data == "x")
            #expect(administrator.find(Request("s", "a", group: foreign)).status == -25300)
        },
        Statement(26, words: "An administrator must name the group to add to") { world in
            let administrator = try world.program(Caller(hasEveryGroup: true))
            #expect(administrator.add(Request("s", "a", data: "x")) == -50)
            #expect(administrator.add(Request("s", "a", data: "x", group: foreign)) == 0)
        },
        Statement(29, words: "The token group sorts last and is never written") { world in
            #expect([AccessGroup.token, shared].sorted() == [shared, .token])
            let subject = try world.program(Caller(keychainAccessGroups: [shared, .token]))
            #expect(subject.add(Request("s", "a", data: "x", group: .token)) == -34018)
            #expect(subject.update(Request("s", "a", group: .token), Request(label: "l")) == -34018)
            #expect(subject.delete(Request("s", "a", group: .token)) == -34018)
            #expect(subject.find(Request("s", "a", group: .token)).status == -25300)
            #expect(subject.add(Request("s", "a", data: "x")) == 0)
            #expect(subject.update(Request("s", "a"), Request(group: .token)) == -34018)
        },
        Statement(30, words: "A vault moved into another group's place is not read as that group's") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", group: second)) == 0)
            #expect(world.subject.add(Request("s", "b", data: "y", group: shared)) == 0)
            try Shell.write(Shell.read(world.store.vaultPath("shared")), world.store.vaultPath("second"))
            let other = try world.program(otherProgram)
            #expect(other.read(Request("s", "b")).status == -25291)
            #expect(other.find(Request("s", "b", limit: .all)).items == [])
        },
        Statement(31, words: "Only administrators can remove whole groups, and other groups are unaffected") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", group: shared)) == 0)
            #expect(world.subject.add(Request("s", "a", data: "y", group: second)) == 0)
            #expect(throws: KeystoreError(.missingEntitlement)) { try world.keychain.removeAll(in: [shared]) }
            let administrator = try world.store.open(Caller(hasEveryGroup: true))
            #expect(try administrator.removeAll(in: [shared, foreign]) == 1)
            #expect(world.subject.read(Request("s", limit: .all)).items.map(\.data) == ["y"])
        },
        Statement(86, words: "Two programs with the same group share an item") { world in
            #expect(world.subject.add(Request("rutoken.channel", "1", data: "key", group: second)) == 0)
            let other = try world.program(otherProgram)
            #expect(other.read(Request("rutoken.channel", "1", group: second)).items.first?.data == "key")
        },
        Statement(87, words: "A third program does not find the item, and is refused if it names the group") { world in
            #expect(world.subject.add(Request("rutoken.channel", "1", data: "key", group: shared)) == 0)
            let other = try world.program(otherProgram)
            #expect(other.find(Request("rutoken.channel", "1")).status == -25300)
            #expect(other.find(Request("rutoken.channel", "1", group: shared)).status == -34018)
        },
    ]
}

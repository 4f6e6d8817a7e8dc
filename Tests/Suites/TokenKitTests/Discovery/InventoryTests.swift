import Cryptoki
import Testing
import TokenKit

@Suite("Readers and slots, joined")
struct InventoryTests {
    private static let reader = "Virtual PCD 00 00"
    private static let long = String(repeating: "n", count: 60)

    private static func readers(_ names: String...) -> [ReaderStatus] {
        names.map { ReaderStatus(name: $0, hasCard: true) }
    }

    // MARK: - The join

    private static let joins: [(String, [UInt8])] = [
        (reader, octets(reader)),
        // Cut after 64 bytes.
        (long + "abcd and more 00 00", octets(long + "abcd")),
        // Cut between the two bytes of a character, and in front of it.
        (long + "abcé 00 00", octets(long + "abcé", 64)), (long + "abcé 00 00", octets(long + "abc")),
        // Cut in the middle of one of four bytes.
        (long + "ab😀 00 00", octets(long + "ab😀", 64)), (long + "ab😀 00 00", octets(long + "ab")),
        // Blanks at the end are padding, wherever the cut is.
        ("Reader  ", octets("Reader")), (long + "ab   00 00", octets(long + "ab")),
        // The name of the reader as it can be shown, where it has a byte that is not UTF-8.
        ("Gemplus\u{FFFD} 00 00", octets("Gemplus") + [0xA9] + octets(" 00 00")),
    ]

    private static let others: [(String, String)] = [
        (reader, "Virtual PCD 00 0"), (reader, "Virtual PCD 00 00 x"), (reader, "virtual pcd 00 00"),
        (reader, " Virtual PCD 00 00"), (long + "abcd 00 00", long + "abc"), (long + "abcé 00 00", long + "ab"),
    ]

    private static let twins: [(String, String)] = [
        (long + "abcd 00 00", long + "abcd 00 01"),
        // The one is the other as a module shows it.
        (long + "abcd", long + "abcd 00 01"), (long + "abc", long + "abcé 00 00"), ("Reader", "Reader "),
    ]

    private static let names: [(String, String, Bool)] = [
        (reader, reader, true), (reader, "00-00", false), (reader, "virtual-pcd-00-00", true),
        (reader, "Virtual PCD", false), (reader, "", false),
        (long + "abcd 00 00", long + "abcd", true), (long + "abcd 00 00", long + "abc", false),
        (long + "abcé 00 00", long + "abc", true),
        ("Jeton virtual card alpha 55000001", "Jeton virtual card alpha", true),
        ("Jeton virtual card alpha 55000001", "jeton-alpha", true),
        ("Jeton virtual card alpha 55000001", "Jeton virtual card alpha 5500000", false),
        ("Jeton virtual card alpha 55000001", "Jeton virtual card", false),
        ("Jeton virtual card 7 55000001", "Jeton virtual card 7", true),
        ("Jeton virtual card 7 55000001", "jeton-7", true), ("Jeton virtual card 7", "jeton-7", true),
        ("Jeton virtual card alpha", "jeton-alpha", true), ("Jeton virtual card alpha", "Jeton virtual card", false),
        ("Virtual PCD 55000001", "Virtual PCD", false),
    ]

    private static func octets(_ text: String, _ length: Int = .max) -> [UInt8] { Array(text.utf8.prefix(length)) }

    @Test(
        "A slot whose description is the reader's name, as far as 64 bytes hold it, is the reader",
        arguments: joins
    )
    func joined(_ reader: String, _ description: [UInt8]) throws {
        let inventory = Inventory(
            readers: Self.readers(reader),
            modules: [try SlotFixture(octets: description).entry()]
        )
        #expect(inventory.readers.map(\.name) == [reader])
        #expect(inventory.readers[0].tokens.map(\.token.label.description) == ["anna"])
        #expect(!inventory.readers[0].sharesName)
    }

    @Test(
        "A description that is only a part of the reader's name, or more than it, is another place",
        arguments: others
    )
    func apart(_ reader: String, _ description: String) throws {
        let inventory = Inventory(readers: Self.readers(reader), modules: [try SlotFixture(description).entry()])
        #expect(inventory.readers.count == 2)
        #expect(inventory.readers.first { $0.name == reader }?.tokens.isEmpty == true)
    }

    @Test(
        "Where the names of two readers begin with the same 64 bytes, their slots are places of their own",
        arguments: twins
    )
    func shared(_ first: String, _ second: String) throws {
        let own = try SlotFixture.entry([
            .own(first), .own(first) { ($0.identifier, $0.label, $0.serial) = (2, "berta", "0000002b") },
        ])
        let openSC = try SlotFixture.entry([.openSC(first), .openSC(first) { $0.identifier = 2 }])
        let inventory = Inventory(readers: Self.readers(first, second), modules: [own, openSC])
        let readers = inventory.readers.filter { $0.reader != nil }
        #expect(readers.map(\.name) == [first, second].sorted())
        #expect(readers.allSatisfy { $0.tokens.isEmpty && $0.alsoSeenBy.isEmpty && $0.sharesName })
        // Not even two cards that OpenSC calls the same are one.
        let slots = inventory.readers.filter { $0.reader == nil }
        #expect(slots.count == 4)
        #expect(slots.allSatisfy { $0.tokens.count == 1 && $0.alsoSeenBy.isEmpty && !$0.sharesName })
    }

    @Test("Two readers that share their names only as far as 63 bytes are told apart")
    func almostShared() throws {
        let names = [Self.long + "abcd 00 00", Self.long + "abce 00 00"]
        let module = try SlotFixture.entry([
            .own(names[0]), .own(names[1]) { ($0.identifier, $0.label) = (2, "berta") },
        ])
        let inventory = Inventory(readers: Self.readers(names[1], names[0]), modules: [module])
        #expect(inventory.readers.map(\.name) == names)
        #expect(inventory.readers.map { $0.token?.token.label.description } == ["anna", "berta"])
    }

    @Test("A token that is in no reader is one place with the same token of another module, and not with another token")
    func software() throws {
        var proxy = SlotFixture("SoftHSM slot ID 0x1")
        proxy.path = "/usr/lib/p11-kit-proxy.so"
        var other = proxy
        (other.label, other.identifier) = ("berta", 2)
        let inventory = Inventory(
            readers: [],
            modules: [try SlotFixture("SoftHSM slot ID 0x1").entry(), try SlotFixture.entry([proxy, other])]
        )
        #expect(inventory.readers.map { $0.tokens.count } == [1, 1])
        #expect(inventory.readers.map { $0.alsoSeenBy.map(\.modulePath) } == [[proxy.path], []])
    }

    // MARK: - The driver

    @Test(
        "Of the modules that show a card Jeton's own drives it, whatever it says of the card and wherever it stands",
        arguments: [0, 0x08, 0x80008, SlotFixture.ready, 0x4040C],
        [false, true]
    )
    func own(_ flags: UInt, _ isFirst: Bool) throws {
        let own = try SlotFixture.own(Self.reader) { $0.flags = flags }.entry()
        var vendor = SlotFixture(Self.reader)
        vendor.label = "vendor's"
        let others = [try SlotFixture.openSC(Self.reader).entry(), try vendor.entry()]
        let inventory = Inventory(
            readers: Self.readers(Self.reader),
            modules: isFirst ? [own] + others : others + [own]
        )
        try #require(inventory.readers.count == 1)
        let reader = inventory.readers[0]
        #expect(reader.tokens.map(\.modulePath) == [own.path])
        #expect(reader.media == "maker_0000002a")
        #expect(reader.alsoSeenBy.map(\.modulePath) == ["/usr/lib/vendor.so", "/usr/lib/opensc-pkcs11.so"])
        #expect(reader.alsoSeenBy.map(\.token.label.description) == ["vendor's", "PIV_II"])
        #expect(inventory.tokens.map(\.modulePath) == [own.path])
    }

    @Test("A card that no module reads is unknown media, and so is one whose channel can't be used")
    func unknown() throws {
        let unread = Inventory(readers: Self.readers(Self.reader), modules: []).readers[0]
        #expect(unread.state == .unknown && unread.media == "unknown")
        let closed = try SlotFixture.own(Self.reader) { $0.tokenError = .userNotLoggedIn }.entry()
        let reader = Inventory(readers: Self.readers(Self.reader), modules: [closed]).readers[0]
        #expect(reader.state == .unknown && reader.media == "unknown")
    }

    @Test("A card that only another module shows, or none, may have been put in just now")
    func settling() throws {
        let readers = Self.readers(Self.reader)
        let own = try SlotFixture.own(Self.reader).entry()
        let empty = try SlotFixture.own(Self.reader) { $0.label = nil }.entry()
        let openSC = try SlotFixture.openSC(Self.reader).entry()
        #expect(Inventory(readers: readers, modules: [openSC, empty]).isSettling)
        #expect(Inventory(readers: readers, modules: [empty]).isSettling)
        #expect(!Inventory(readers: readers, modules: [openSC, own]).isSettling)
        #expect(!Inventory(readers: readers, modules: [openSC]).isSettling)
        #expect(!Inventory(readers: [], modules: [own]).isSettling)
    }

    @Test("A card that wants to be paired is unpaired and NO_MEDIA, however ready another module calls it")
    func unpaired() throws {
        let own = try SlotFixture.own(Self.reader) { ($0.flags, $0.isUnpaired) = (0, true) }.entry()
        let openSC = try SlotFixture.openSC(Self.reader).entry()
        let reader = Inventory(readers: Self.readers(Self.reader), modules: [openSC, own]).readers[0]
        #expect(reader.state == .unpaired && reader.media == "NO_MEDIA")
        #expect(reader.alsoSeenBy.map(\.state) == [.ready])
    }

    @Test(
        "Without Jeton's own module the vendor's comes before OpenSC's, and a token that is set up before one that is not"
    )
    func withoutOwn() throws {
        var vendor = SlotFixture(Self.reader)
        let openSC = try SlotFixture.openSC(Self.reader).entry()
        func driver() throws -> String? {
            let modules = [openSC, try vendor.entry()]
            return Inventory(readers: Self.readers(Self.reader), modules: modules).readers[0].token?.modulePath
        }
        #expect(try driver() == vendor.path)
        vendor.flags = 0
        #expect(try driver() == openSC.path)
        #expect(Inventory(readers: Self.readers(Self.reader), modules: [openSC]).readers[0].state == .ready)
    }

    @Test("Several tokens of the module that drives a card are all its tokens")
    func several() throws {
        let openSC = try SlotFixture.entry([
            .openSC(Self.reader) { $0.label = "User PIN" },
            .openSC(Self.reader) { ($0.label, $0.identifier) = ("Signature PIN", 2) },
        ])
        var vendor = SlotFixture(Self.reader)
        vendor.flags = 0
        let reader = Inventory(readers: Self.readers(Self.reader), modules: [try vendor.entry(), openSC]).readers[0]
        #expect(reader.tokens.map(\.token.label.description) == ["User PIN", "Signature PIN"])
        #expect(reader.alsoSeenBy.map(\.modulePath) == [vendor.path])
    }

    // MARK: - Names

    @Test(
        "A place is named by its name, its nickname, the slot's description, and the former name of a virtual card",
        arguments: names
    )
    func named(_ reader: String, _ name: String, _ isNamed: Bool) {
        let inventory = Inventory(readers: Self.readers(reader), modules: [])
        #expect(inventory.readers[0].isNamed(name) == isNamed)
    }
}

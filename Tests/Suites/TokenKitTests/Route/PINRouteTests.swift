import Testing
import TokenKit

/// The pairings of a test.
private struct ListedPairings: PairingSource {
    let known: KnownPairings

    func pairings() -> KnownPairings { known }
}

@Suite("The route of a PIN to a token")
struct PINRouteTests {
    private static let reader = "Virtual PCD 00 00"
    private static let long = String(repeating: "n", count: 60)

    /// A paired token that was last seen in a reader.
    private static func anna(_ reader: String, guards: Bool = false, by module: String? = nil) -> PairedToken {
        PairedToken(
            name: "anna",
            serial: "0542f262",
            labels: ["anna", ""],
            readers: [reader],
            guardedReaders: guards ? [reader] : [],
            module: module
        )
    }

    /// How a PIN would travel to the one token of a module, or why it may not.
    private static func outcome(
        _ slot: SlotFixture,
        _ pairings: [PairedToken],
        damage: String? = nil,
        policy: PINRoute.Policy = .channelWherePaired,
        role: PINPrompt.Role = .user
    ) throws -> Result<PINPrompt.Channel?, PINRouteError> {
        let inventory = Inventory(readers: [], modules: [try slot.entry()])
        let token = try #require(inventory.tokens.first)
        let route = PINRoute(pairings: ListedPairings(known: KnownPairings(pairings, damage: damage)), policy: policy)
        do throws(PINRouteError) {
            return .success(try route.channel(to: token, in: inventory, for: role))
        } catch {
            #expect(error.module == slot.path, "\(error)")
            return .failure(error)
        }
    }

    private static func refusal(_ result: Result<PINPrompt.Channel?, PINRouteError>) -> PINRouteError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    private static let roles: [PINPrompt.Role] = [.user, .securityOfficer, .contextSpecific]

    @Test("In the reader of a paired token no other module than Jeton's gets any secret", arguments: roles)
    func pairedReader(_ role: PINPrompt.Role) throws {
        let pairings = [Self.anna(Self.reader)]
        for slot in [SlotFixture.openSC(Self.reader), SlotFixture(Self.reader)] {
            // The vendor's token must not stand for the paired one by its label.
            var slot = slot
            slot.label = "PIV_II"
            let result = try Self.outcome(slot, pairings, role: role)
            #expect(Self.refusal(result) == .pairedReader)
        }
    }

    @Test("What the card says of itself takes no refusal away", arguments: ["", "bob", "anna ", "PIV_II"])
    func claims(_ label: String) throws {
        for serial in ["", "00000000", "ffffffff"] {
            let slot = SlotFixture.openSC(Self.reader) { ($0.label, $0.serial) = (label, serial) }
            #expect(Self.refusal(try Self.outcome(slot, [Self.anna(Self.reader)])) != nil, "\(label) \(serial)")
        }
    }

    @Test("The policy of a reader holds for every module, Jeton's own too")
    func readerPolicy() throws {
        let pairings = [Self.anna(Self.reader, guards: true)]
        let other = SlotFixture.own(Self.reader) { ($0.label, $0.serial) = ("bob", "11111111") }
        for slot in [other, SlotFixture.openSC(Self.reader)] {
            #expect(Self.refusal(try Self.outcome(slot, pairings)) == .readerPolicy)
        }
    }

    @Test("Jeton's own module may use another card in the paired token's reader, and the prompt says so")
    func ownModule() throws {
        let slot = SlotFixture.own(Self.reader) { ($0.label, $0.serial) = ("bob", "11111111") }
        #expect(try Self.outcome(slot, [Self.anna(Self.reader)]) == .success(.clearBeside(pairedToken: "anna")))
    }

    @Test("A card with the serial number or label of a paired token is refused, whatever the user allows")
    func standsForPaired() throws {
        for (label, serial) in [("anna", "1"), ("x", "0542F262"), ("x", "542f262")] {
            let slot = SlotFixture.openSC("Another reader") { ($0.label, $0.serial) = (label, serial) }
            for policy in [PINRoute.Policy.channelWherePaired, .clearTextForOneCommand] {
                let result = try Self.outcome(slot, [Self.anna(Self.reader)], policy: policy)
                #expect(Self.refusal(result) == .standsForPairedToken, "\(label) \(serial) \(policy)")
            }
        }
    }

    @Test("For one command the user may send a PIN in clear, and the prompt names the paired token")
    func allowed() throws {
        for guards in [false, true] {
            let result = try Self.outcome(
                .openSC(Self.reader),
                [Self.anna(Self.reader, guards: guards)],
                damage: "damaged",
                policy: .clearTextForOneCommand
            )
            #expect(result == .success(.clearBeside(pairedToken: "anna")))
        }
    }

    @Test("The module that keeps a pairing may use its reader")
    func keptByVendor() throws {
        let pairings = [Self.anna(Self.reader, by: "/usr/lib/vendor.so")]
        var own = SlotFixture(Self.reader)
        own.label = "anna"
        #expect(Self.refusal(try Self.outcome(own, pairings)) == nil)
        #expect(Self.refusal(try Self.outcome(.openSC(Self.reader), pairings)) == .pairedReader)
    }

    @Test("A damaged record of pairings stops every PIN that another module than Jeton's would send to a card")
    func damaged() throws {
        #expect(Self.refusal(try Self.outcome(.openSC(Self.reader), [], damage: "damaged")) == .pairingsDamaged)
        #expect(Self.refusal(try Self.outcome(.own(Self.reader), [], damage: "damaged")) == nil)
    }

    @Test("Without pairings, and in other readers, a PIN goes as before")
    func elsewhere() throws {
        #expect(try Self.outcome(.openSC(Self.reader), []) == .success(.clear))
        let others = ["Virtual PCD 00 01", "Virtual PCD 00 0", "virtual pcd 00 00", ""]
        for other in others {
            let result = try Self.outcome(.openSC(Self.reader), [Self.anna(other, guards: true)])
            #expect(result == .success(.clear), "\(other)")
        }
        let inventory = Inventory(readers: [], modules: [try SlotFixture.openSC(Self.reader).entry()])
        let token = try #require(inventory.tokens.first)
        #expect(try PINRoute.withoutPairings.channel(to: token, in: inventory, for: .user) == .clear)
    }

    @Test(
        "A reader is known by the whole of its name, by what a slot's description holds, and wherever that is cut",
        arguments: [
            (long + "abcd and more 00 00", Array((long + "abcd").utf8)),
            (long + "abcé 00 00", Array((long + "abcé").utf8.prefix(64))),
            (long + "abcé 00 00", Array((long + "abc").utf8)),
            (long + "ab😀 00 00", Array((long + "ab😀").utf8.prefix(64))),
            (long + "ab   00 00", Array((long + "ab").utf8)),
        ]
    )
    func cutNames(_ whole: String, _ description: [UInt8]) throws {
        var slot = SlotFixture.openSC("")
        slot.description = description
        #expect(Self.refusal(try Self.outcome(slot, [Self.anna(whole)])) == .pairedReader)
        // Noted as a module showed it, and seen whole by PC/SC.
        let noted = String(decoding: description, as: UTF8.self)
        #expect(Self.refusal(try Self.outcome(.openSC(whole), [Self.anna(noted)])) == .pairedReader)
    }
}

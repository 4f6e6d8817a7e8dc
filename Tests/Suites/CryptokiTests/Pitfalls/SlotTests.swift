import Cryptoki
import Testing

@Suite("Pitfalls: slots")
struct SlotTests {
    @Test("10,000 slots are listed, each with its own token")
    func manySlots() throws {
        let token = try FaultToken("slots = 10000\ntoken.*.label = token-%d\n")
        let slots = try token.module.slots()
        #expect(slots.count == 10_000)
        #expect(Set(slots.map(\.id)).count == 10_000)
        #expect(try slots[9_999].tokenInfo().label.description == "token-9999")
    }

    @Test("A module without slots is an empty list")
    func noSlots() throws {
        #expect(try FaultToken("slots = 0\n").module.slots().isEmpty)
    }

    @Test("P23: a slot that shows only after the length was asked for is found")
    func growsOnQuery() throws {
        let token = try FaultToken("slots = 3\nslot_list = grows_on_query\n")
        #expect(try token.module.slots().count == 3)
    }

    @Test("P23: a list that grows between two calls is asked for again, but not for ever")
    func races() throws {
        #expect(try FaultToken("slots = 2\nslot_list = races:3\n").module.slots().count == 2)
        let error = #expect(throws: CryptokiError.self) {
            try FaultToken("slots = 2\nslot_list = races:1000000\n").module.slots()
        }
        #expect(error?.fault == .neverLargeEnough)
    }

    @Test(
        "P7: a module that cannot tell of events says so, and one that has none says that",
        arguments: [("no_event", SlotEvent.none), ("unsupported", .unsupported), ("removed", .unsupported)]
    )
    func events(_ wait: String, _ event: SlotEvent) throws {
        #expect(try FaultToken("wait = \(wait)\n").module.pollSlotEvent() == event)
    }

    @Test("P7: an event names its slot")
    func event() throws {
        let token = try FaultToken("slots = 3\nwait = event:2:0\n")
        #expect(try token.module.pollSlotEvent() == .changed(SlotID(rawValue: 2)))
        #expect(try token.module.slotSnapshot().count == 3)
    }

    @Test("A token that is gone is told from one that is there", arguments: [true, false])
    func snapshot(_ isPresent: Bool) throws {
        let token = try FaultToken("token.0.present = \(isPresent)\ntoken.0.serial = 0a1b\n")
        let snapshot = try token.module.slotSnapshot()
        #expect(snapshot[SlotID(rawValue: 0)] == .some(isPresent ? FixedText(Array("0a1b".utf8)) : nil))
        #expect(try token.module.slots(withToken: true).count == (isPresent ? 1 : 0))
    }
}

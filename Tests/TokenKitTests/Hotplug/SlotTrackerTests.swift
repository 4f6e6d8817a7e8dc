import Cryptoki
import Testing

@testable import TokenKit

@Suite("Slot tracker")
struct SlotTrackerTests {
    private let zero = SlotID(rawValue: 0)
    private let one = SlotID(rawValue: 1)
    private let alpha = FixedText(Array("A1".utf8))
    private let beta = FixedText(Array("B2".utf8))

    @Test("Tokens that are there at first are inserted, in the order of their slots")
    func first() {
        var tracker = SlotTracker()
        #expect(
            tracker.update([one: .some(beta), zero: .some(alpha)]) == [.inserted(zero, alpha), .inserted(one, beta)]
        )
        #expect(tracker.update([one: .some(beta), zero: .some(alpha)]).isEmpty)
    }

    @Test("Another token in the same slot is a removal and an insertion")
    func swapped() {
        var tracker = SlotTracker()
        _ = tracker.update([zero: .some(alpha)])
        #expect(tracker.update([zero: .some(beta)]) == [.removed(zero, alpha), .inserted(zero, beta)])
    }

    @Test("A slot that is empty, or gone altogether, has lost its token", arguments: [true, false])
    func removed(_ isSlotThere: Bool) {
        var tracker = SlotTracker()
        _ = tracker.update([zero: .some(alpha)])
        #expect(tracker.update(isSlotThere ? [zero: FixedText?.none] : [:]) == [.removed(zero, alpha)])
    }

    @Test("A slot that the module says has changed and that shows the same token was changed")
    func touched() {
        var tracker = SlotTracker()
        _ = tracker.update([zero: .some(alpha), one: .some(beta)])
        #expect(tracker.update([zero: .some(alpha), one: .some(beta)], touched: one) == [.changed(one, beta)])
        #expect(tracker.update([zero: .some(alpha), one: FixedText?.none], touched: one) == [.removed(one, beta)])
    }
}

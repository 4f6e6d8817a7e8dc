internal import Cryptoki

/// Turns looks at the slots of a module into what happened between them; no input or output of its own.
struct SlotTracker {
    /// What happened to a slot.
    enum Change: Hashable {
        case inserted(SlotID, FixedText)
        case removed(SlotID, FixedText)
        case changed(SlotID, FixedText)
    }

    /// The serial number of the token in each slot that has one.
    private(set) var tokens: [SlotID: FixedText] = [:]

    /// Takes over what is in the slots now.
    ///
    /// - Parameters:
    ///   - snapshot: For each slot the serial number of its token; nil if it has none.
    ///   - touched: The slot that the module says has changed.
    /// - Returns: What happened, in the order of the slots' numbers; removals before insertions.
    mutating func update(_ snapshot: [SlotID: FixedText?], touched: SlotID? = nil) -> [Change] {
        let present = snapshot.compactMapValues { $0 }
        var changes: [Change] = []
        for slot in Set(tokens.keys).union(present.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
            switch (tokens[slot], present[slot]) {
            case (let old?, let new?) where old == new: if slot == touched { changes.append(.changed(slot, new)) }
            case (let old, let new):
                if let old { changes.append(.removed(slot, old)) }
                if let new { changes.append(.inserted(slot, new)) }
            }
        }
        tokens = present
        return changes
    }
}

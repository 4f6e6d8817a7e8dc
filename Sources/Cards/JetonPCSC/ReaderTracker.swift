/// Turns lists of readers and their states into events; no input or output of its own.
struct ReaderTracker {
    /// The last known states, in the service's order.
    private(set) var states: [ReaderState] = []

    /// Takes over the service's list of readers.
    ///
    /// A new reader gets a state without flags, so that the next wait returns at once with its real one.
    ///
    /// - Returns: The removals; additions follow from ``update(_:)``, which has the states.
    mutating func replaceReaders(_ names: [ReaderName]) -> [ReaderEvent] {
        let events = states.filter { !names.contains($0.reader) }.flatMap(Self.removal)
        var seen: Set<ReaderName> = []
        states = names.filter { seen.insert($0).inserted }.map { name in
            states.first { $0.reader == name } ?? ReaderState(reader: name)
        }
        return events
    }

    /// Takes over the states that a wait returned.
    ///
    /// - Parameter newStates: States of readers in ``states``; others are left out.
    /// - Returns: What happened, in the order of the readers.
    mutating func update(_ newStates: [ReaderState]) -> [ReaderEvent] {
        var events: [ReaderEvent] = []
        for new in newStates {
            guard let index = states.firstIndex(where: { $0.reader == new.reader }) else { continue }
            let new = ReaderState(
                reader: new.reader,
                flags: new.flags.subtracting(.changed),
                eventCount: new.eventCount,
                atr: new.atr
            )
            events += Self.events(from: states[index], to: new)
            states[index] = new
        }
        return events
    }

    /// Forgets everything, as when the service is gone.
    mutating func removeAll() -> [ReaderEvent] { replaceReaders([]) }

    private static func removal(of state: ReaderState) -> [ReaderEvent] {
        // A reader whose state was never learnt was never reported.
        if state.flags.isEmpty { return [] }
        return (state.isCardPresent ? [.cardRemoved(state)] : []) + [.readerRemoved(state.reader)]
    }

    private static func events(from old: ReaderState, to new: ReaderState) -> [ReaderEvent] {
        if new.flags.isEmpty { return [] }
        if old.flags.isEmpty { return [.readerAdded(new)] + (new.isCardPresent ? [.cardInserted(new)] : []) }
        switch (old.isCardPresent, new.isCardPresent) {
        case (false, true): return [.cardInserted(new)]
        case (true, false): return [.cardRemoved(new)]
        case (true, true) where old.eventCount != new.eventCount:
            // It was taken out and put back between two looks.
            return [.cardRemoved(old), .cardInserted(new)]
        default: return old == new ? [] : [.stateChanged(new)]
        }
    }
}

/// The pause between two tries of a plug: short at first, and longer while nothing changes.
struct RetryPause {
    /// The first pause, and the one after each change, in milliseconds.
    static let shortest: Int32 = 100
    /// The longest pause in milliseconds.
    static let longest: Int32 = 2_000

    private var last: VPCDPlug.Placement?
    private var milliseconds = RetryPause.shortest

    /// Chooses the pause after a try.
    ///
    /// - Parameters:
    ///   - placement: Where the card is after the try.
    ///   - wasInReader: Whether it was in the reader meanwhile.
    /// - Returns: The pause in milliseconds.
    mutating func next(after placement: VPCDPlug.Placement, wasInReader: Bool = false) -> Int32 {
        // An ejected card costs a look at its directory only, and is back at once when it is inserted.
        let isUnchanged = placement == last && !wasInReader && placement != .ejected
        milliseconds = isUnchanged ? min(milliseconds * 2, RetryPause.longest) : RetryPause.shortest
        last = placement
        return milliseconds
    }
}

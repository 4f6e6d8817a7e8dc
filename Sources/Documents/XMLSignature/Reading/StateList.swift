/// The states of parts or surveys of a document, for a loop that runs at every tag.
///
/// A loop over the objects themselves would count references twice for each of them. Used by the reading of one
/// document on one thread.
@safe
struct StateList<State> {
    private let states: [UnsafeMutablePointer<State>]
    /// What the states belong to: it lives as long as the list.
    private let owners: [AnyObject]

    /// How many states there are.
    var count: Int { unsafe states.count }

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - states: Pointers that their owners free.
    ///   - owners: The owners.
    @unsafe
    init(_ states: [UnsafeMutablePointer<State>], of owners: [AnyObject]) {
        unsafe self.states = states
        self.owners = owners
    }

    /// A state.
    @unsafe
    subscript(index: Int) -> UnsafeMutablePointer<State> { unsafe states[index] }
}

import SmartCard

/// A command that the card refuses, with the status word that says why.
struct Refusal: Error, Hashable {
    let status: StatusWord

    init(_ status: StatusWord) { self.status = status }
}

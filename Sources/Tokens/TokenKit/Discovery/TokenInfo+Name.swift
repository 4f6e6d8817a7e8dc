public import Cryptoki

extension TokenInfo {
    /// What the token is called in a sentence: its label, or, where it has none, its serial number.
    ///
    /// A token that is not set up has no label, and one whose secure channel is not set up may show none.
    public var name: String { label.description.isEmpty ? serialNumber.description : label.description }
}

/// A signature that is added to a message which has some.
public enum FurtherSignature: Hashable, Sendable {
    /// One more signature over the content.
    case parallel
    /// A signature over each signature that the message has.
    case counter
}

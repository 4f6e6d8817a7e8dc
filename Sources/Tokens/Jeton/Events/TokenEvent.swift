/// Something that came or went.
public enum TokenEvent: Sendable {
    /// A token is there; those that were there when the watch began come first.
    case inserted(Token)
    /// A token is gone, by its label and serial number.
    case removed(label: String, serialNumber: String)
    /// A reader is there, by its name.
    case readerAdded(String)
    /// A reader is gone, by its name.
    case readerRemoved(String)
}

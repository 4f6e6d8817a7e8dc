internal import Cryptoki

/// A token that programs of this user are paired with, and what is known of it without asking it.
public struct PairedToken: Hashable, Sendable {
    /// The token's name in a sentence.
    public let name: String
    /// The serial number in hexadecimal.
    public let serial: String
    /// The labels by which it is known; those that are empty don't count.
    public let labels: [String]
    /// The readers in which it was last seen, whole or cut to the 64 bytes of a slot's description.
    public let readers: [String]
    /// Those of the readers in which the user's policy lets no card be used in clear.
    public let guardedReaders: [String]
    /// The path of the module that paired it; nil if it was not noted, as of a pairing in the keystore.
    public let module: String?

    /// Describes a paired token.
    public init(
        name: String,
        serial: String,
        labels: [String] = [],
        readers: [String] = [],
        guardedReaders: [String] = [],
        module: String? = nil
    ) {
        self.name = name
        self.serial = serial
        self.labels = labels
        self.readers = readers
        self.guardedReaders = guardedReaders
        self.module = module
    }

    /// Whether the module that shows a token made the pairing, and so shows the token through its channel.
    func isKept(by token: TokenEntry) -> Bool { module == token.modulePath }

    /// Whether a token has the serial number of this one, as a number.
    func hasSerialNumber(of token: TokenEntry) -> Bool { hasSerialNumber(token.token.serialNumber.description) }

    /// Whether a text is the serial number of this one, as a number.
    func hasSerialNumber(_ text: String) -> Bool {
        func number(_ text: String) -> Substring { text.lowercased().drop { $0 == "0" } }
        return number(text) == number(serial)
    }

    /// Whether it is known by a label.
    func isCalled(_ label: String) -> Bool { !label.isEmpty && labels.contains(label) }

    /// Whether a token that a module without the pairing shows has the serial number or a label of this one.
    func isClaimed(by token: TokenEntry) -> Bool {
        guard !isKept(by: token) else { return false }
        return hasSerialNumber(of: token) || isCalled(token.token.label.description)
    }

    /// Whether it was last seen in a reader.
    func wasSeen(in reader: String) -> Bool { readers.contains { SlotName.isSame($0, reader) } }

    /// Whether its policy lets no card in a reader be used in clear.
    func isGuarding(_ reader: String) -> Bool { guardedReaders.contains { SlotName.isSame($0, reader) } }
}

internal import JetonOctets

/// Reads the id of an object from an option.
enum ObjectID {
    /// The bytes of an id in hexadecimal.
    ///
    /// - Throws: ``CommandError`` with exit code 2.
    static func parse(_ text: String) throws(CommandError) -> [UInt8] {
        guard let octets = Hex.decode(text), (1...255).contains(octets.count) else {
            throw .usage("invalid id '\(text)': expected 1 to 255 bytes in hexadecimal, such as 01")
        }
        return octets
    }
}

/// One answer of a card: data, and a status word.
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.3.
public struct ResponseAPDU: Hashable, Sendable {
    /// The longest answer there is, in octets: 65,536 of data and the status word.
    public static let maximumEncodedLength = 65_536 + 2

    /// The data, 0–65,536 octets of one answer; more if several were joined by a ``CardChannel``.
    public var data: [UInt8]
    /// The status word.
    public var status: StatusWord

    /// Makes an answer.
    public init(data: [UInt8] = [], status: StatusWord = .success) {
        self.data = data
        self.status = status
    }

    /// Reads an answer from its octets.
    ///
    /// - Parameter octets: Octets from a card.
    /// - Throws: ``CardError/Code/responseTooShort`` below 2 octets, ``CardError/Code/responseTooLong`` above 65,538.
    public init(decoding octets: [UInt8]) throws(CardError) {
        guard octets.count >= 2 else { throw CardError(.responseTooShort) }
        guard octets.count <= Self.maximumEncodedLength else { throw CardError(.responseTooLong) }
        data = Array(octets.dropLast(2))
        status = StatusWord(octets[octets.count - 2], octets[octets.count - 1])
    }

    /// The data and the two octets of the status word.
    public var encoded: [UInt8] { data + status.octets }

    /// The data of an answer whose status word is 9000.
    ///
    /// - Parameter header: The command that was answered, for the error.
    /// - Returns: The data without the status word.
    /// - Throws: ``CardError/Code/refused`` with the status word for any other, warnings included.
    public func requireSuccess(of header: CommandHeader? = nil) throws(CardError) -> [UInt8] {
        guard status == .success else { throw CardError(.refused, header: header, statusWord: status) }
        return data
    }
}

extension ResponseAPDU: CustomStringConvertible {
    /// The count and the status word; never the data.
    public var description: String { "\(data.count) octets, \(status)" }
}

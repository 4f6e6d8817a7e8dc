import JetonOctets

extension PCSCError {
    /// A return value of the PC/SC interface; open, so that numbers without a name here survive.
    ///
    /// Bit 29 (`0x20000000`, the customer bit of such numbers) marks the codes that this library adds.
    ///
    /// - SeeAlso: PC/SC Workgroup Specification 2.01.14, part 5; pcsc-lite's `pcsclite.h`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt32

        /// Makes a code from its number.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Makes a code from what a C function returned; the upper half of a wide return value has no meaning.
        init(returnValue: Int) { rawValue = UInt32(truncatingIfNeeded: returnValue) }

        /// The C constant's name, such as `SCARD_E_NO_SERVICE`, or nil if the number has none here.
        public var name: String? { Self.table[rawValue]?.name }
    }
}

extension PCSCError.Code: CustomStringConvertible {
    /// What the code means, with name and number: "no card in the reader (SCARD_E_NO_SMARTCARD, 0x8010000C)".
    public var description: String {
        let number = "0x" + Hex.encode(rawValue.bigEndianOctets, uppercase: true)
        guard let entry = Self.table[rawValue] else { return "unknown code (\(number))" }
        return "\(entry.meaning) (\(entry.name), \(number))"
    }
}

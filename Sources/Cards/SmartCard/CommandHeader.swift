import JetonOctets

/// The four octets that every command begins with: class, instruction and two parameters.
///
/// The bits of a class are read as ISO/IEC 7816-4 gives them for the interindustry classes; GlobalPlatform's and
/// the usual proprietary classes (bit 8 set) use the same places.
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.4.1; GlobalPlatform Card Specification 2.3.1, 11.1.4.
public struct CommandHeader: Hashable, Sendable {
    /// Class (CLA).
    public var cla: UInt8
    /// Instruction (INS).
    public var ins: UInt8
    /// First parameter (P1).
    public var p1: UInt8
    /// Second parameter (P2).
    public var p2: UInt8

    /// Makes a header from its octets.
    public init(_ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8) {
        self.cla = cla
        self.ins = ins
        self.p1 = p1
        self.p2 = p2
    }

    /// The four octets in their order.
    public var octets: [UInt8] { [cla, ins, p1, p2] }

    /// Whether more of the command follows in another one (class bit 5, `10`).
    public var isChained: Bool {
        get { cla & 0x10 != 0 }
        set { cla = newValue ? cla | 0x10 : cla & ~0x10 }
    }

    /// The class of a GET RESPONSE on the logical channel of this command, without chaining and secure messaging.
    ///
    /// Channels 0–3 stand in the lowest two bits, channels 4–19 in the lowest four bits of a class with bit 7.
    var getResponseClass: UInt8 {
        cla & 0x40 == 0 ? cla & 0x03 : 0x40 | (cla & 0x0F)
    }
}

extension CommandHeader: CustomStringConvertible {
    /// Eight hexadecimal digits: `00A40400`.
    public var description: String { Hex.encode(octets, uppercase: true) }
}

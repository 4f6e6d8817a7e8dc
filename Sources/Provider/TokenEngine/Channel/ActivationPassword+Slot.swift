import JetonOctets
import SecureChannel

extension ActivationPassword {
    /// The number of one digit before a colon in front of a password; nil if there is none.
    static func slotNumber(_ typed: borrowing Secret) -> Int? {
        typed.withBytes { octets in
            guard octets.count > 2, octets[1] == UInt8(ascii: ":"), (0x30...0x39).contains(octets[0]) else {
                return nil
            }
            return Int(octets[0]) - 0x30
        }
    }

    /// The password behind its number.
    static func symbols(_ typed: borrowing Secret, without number: Int?) -> Secret {
        typed.withBytes { octets in
            Secret(copying: number == nil ? octets : octets.extracting(2..<octets.count))
        }
    }
}

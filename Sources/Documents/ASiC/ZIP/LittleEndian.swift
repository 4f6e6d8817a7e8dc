/// Numbers of ZIP, least significant byte first.
enum LittleEndian {
    /// The number of two bytes at an offset that the caller has checked.
    static func number16(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
        UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    }

    /// The number of four bytes at an offset that the caller has checked.
    static func number32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        UInt32(number16(bytes, offset)) | UInt32(number16(bytes, offset + 2)) << 16
    }

    /// The number of eight bytes at an offset that the caller has checked.
    static func number64(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        UInt64(number32(bytes, offset)) | UInt64(number32(bytes, offset + 4)) << 32
    }

    /// The bytes of a number.
    static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }

    /// The bytes of a number.
    static func bytes(_ number: UInt32) -> [UInt8] {
        bytes(UInt16(truncatingIfNeeded: number)) + bytes(UInt16(number >> 16))
    }
}

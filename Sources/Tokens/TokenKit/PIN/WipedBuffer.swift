internal import Glibc
internal import JetonOctets

/// Octets on the way to a secret, in one place of fixed size that is overwritten at the end.
@safe
struct WipedBuffer: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        unsafe start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe start.initialize(repeating: 0, count: capacity)
        self.capacity = capacity
    }

    subscript(index: Int) -> UInt8 {
        precondition((0..<count).contains(index))
        return unsafe start[index]
    }

    /// Adds an octet; false if there is no room.
    mutating func append(_ octet: UInt8) -> Bool {
        guard count < capacity else { return false }
        unsafe start[count] = octet
        count += 1
        return true
    }

    mutating func removeAll() {
        unsafe explicit_bzero(start, capacity)
        count = 0
    }

    func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        return unsafe memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// The decimal number that starts at an index; 0 if there is none or it is too large.
    func number(from index: Int) -> UInt32 {
        var number: UInt32 = 0
        var index = index
        while index < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index]) {
            let (shifted, tooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = shifted.addingReportingOverflow(UInt32(self[index] - UInt8(ascii: "0")))
            if tooLarge || overflow { return 0 }
            number = sum
            index += 1
        }
        return number
    }

    func makeSecret() -> Secret {
        let span = unsafe Span(_unsafeStart: UnsafePointer(start), count: count)
        return Secret(copying: span)
    }

    deinit {
        unsafe explicit_bzero(start, capacity)
        unsafe start.deallocate()
    }
}

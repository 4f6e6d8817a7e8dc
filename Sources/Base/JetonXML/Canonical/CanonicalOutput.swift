/// Gathers canonical bytes and hands them on in pieces of up to 64 KiB.
@safe
final class CanonicalOutput {
    private static let capacity = 65_536

    private let sink: (Span<UInt8>) -> Void
    /// Room for ``capacity`` bytes.
    private let buffer: UnsafeMutablePointer<UInt8>
    /// How much of the buffer is filled; behind a pointer, since every write changes it.
    private let filled: UnsafeMutablePointer<Int>

    init(_ sink: @escaping (Span<UInt8>) -> Void) {
        self.sink = sink
        unsafe buffer = .allocate(capacity: Self.capacity)
        unsafe buffer.initialize(repeating: 0, count: Self.capacity)
        unsafe filled = .allocate(capacity: 1)
        unsafe filled.initialize(to: 0)
    }

    deinit {
        unsafe buffer.deallocate()
        unsafe filled.deallocate()
    }

    private var count: Int {
        get { unsafe filled.pointee }
        set { unsafe filled.pointee = newValue }
    }

    /// Hands on what is left.
    func flush() {
        guard count > 0 else { return }
        unsafe sink(Span(_unsafeElements: UnsafeBufferPointer(start: buffer, count: count)))
        count = 0
    }

    /// Writes a byte.
    func write(_ byte: UInt8) {
        if count == Self.capacity { flush() }
        unsafe buffer[count] = byte
        count += 1
    }

    /// Writes bytes as they are.
    func write(_ bytes: Span<UInt8>) {
        if bytes.count > Self.capacity - count { flush() }
        guard bytes.count <= Self.capacity else { return sink(bytes) }
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            // At most what is free, by the two lines above.
            unsafe (buffer + count).update(from: start, count: source.count)
        }
        count += bytes.count
    }

    /// Writes a part of an array.
    func write(_ bytes: [UInt8], _ range: Range<Int>) { write(bytes.span.extracting(range)) }

    /// Writes a part of an array as an attribute's value.
    func writeValue(_ bytes: [UInt8], _ range: Range<Int>) { writeValue(bytes.span.extracting(range)) }

    /// Writes ASCII text.
    func write(_ text: StaticString) {
        unsafe write(Span(_unsafeElements: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
    }

    /// Writes text content, with `&`, `<`, `>` and CR as references.
    func writeText(_ bytes: Span<UInt8>) {
        // Bits of "&", "<", ">" and CR.
        write(bytes, escaping: 0x5000_0040_0000_2000)
    }

    /// Writes an attribute's value, with `&`, `<`, `"`, tab, LF and CR as references.
    func writeValue(_ bytes: Span<UInt8>) {
        // Bits of "&", "<", the quote, tab, LF and CR.
        write(bytes, escaping: 0x1000_0044_0000_2600)
    }

    /// Writes bytes, some of them as references.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - set: A bit for each byte below 64 that has a reference; others have none.
    @inline(__always)
    private func write(_ bytes: Span<UInt8>, escaping set: UInt64) {
        var start = 0
        while let index = Self.first(bytes, start, of: set) {
            if index > start { write(bytes.extracting(start..<index)) }
            write(Self.reference(bytes[index]))
            start = index + 1
        }
        if start < bytes.count { write(bytes.extracting(start..<bytes.count)) }
    }

    /// Where the first byte stands that is in a set; nil if there is none.
    @inline(__always)
    private static func first(_ bytes: Span<UInt8>, _ start: Int, of set: UInt64) -> Int? {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            for index in start..<bytes.count {
                let byte = unsafe bytes[index]
                if byte < 64, set &>> UInt64(byte) & 1 == 1 { return index }
            }
            return nil
        }
    }

    /// The reference of a byte that has one.
    private static func reference(_ byte: UInt8) -> StaticString {
        switch byte {
        case XMLCharacter.ampersand: "&amp;"
        case XMLCharacter.less: "&lt;"
        case XMLCharacter.greater: "&gt;"
        case XMLCharacter.quote: "&quot;"
        case XMLCharacter.tab: "&#x9;"
        case XMLCharacter.lineFeed: "&#xA;"
        default: "&#xD;"
        }
    }
}

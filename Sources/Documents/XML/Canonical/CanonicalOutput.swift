/// Gathers canonical bytes and hands them on in pieces of up to 64 KiB.
@safe
final class CanonicalOutput {
    private static let capacity = 65_536

    private let sink: (Span<UInt8>) -> Void
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// How much of the buffer is filled; behind a pointer, since every write changes it.
    private let filled: UnsafeMutablePointer<Int>

    init(_ sink: @escaping (Span<UInt8>) -> Void) {
        self.sink = sink
        unsafe buffer = .allocate(capacity: Self.capacity)
        unsafe buffer.initialize(repeating: 0)
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
        unsafe sink(Span(_unsafeElements: UnsafeBufferPointer(rebasing: buffer[..<count])))
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
        guard bytes.count > 0 else { return }
        if bytes.count > Self.capacity - count { flush() }
        guard bytes.count <= Self.capacity else { return sink(bytes) }
        unsafe bytes.withUnsafeBufferPointer { source in
            // At most what is free, by the two lines above.
            _ = unsafe buffer[count...].update(fromContentsOf: source)
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
        write(bytes, escapingUpTo: XMLCharacter.greater) { byte in
            switch byte {
            case XMLCharacter.ampersand: "&amp;"
            case XMLCharacter.less: "&lt;"
            case XMLCharacter.greater: "&gt;"
            case XMLCharacter.carriageReturn: "&#xD;"
            default: nil
            }
        }
    }

    /// Writes an attribute's value, with `&`, `<`, `"`, tab, LF and CR as references.
    func writeValue(_ bytes: Span<UInt8>) {
        write(bytes, escapingUpTo: XMLCharacter.less) { byte in
            switch byte {
            case XMLCharacter.ampersand: "&amp;"
            case XMLCharacter.less: "&lt;"
            case XMLCharacter.quote: "&quot;"
            case XMLCharacter.tab: "&#x9;"
            case XMLCharacter.lineFeed: "&#xA;"
            case XMLCharacter.carriageReturn: "&#xD;"
            default: nil
            }
        }
    }

    /// Writes bytes, some of them as references.
    ///
    /// Inlined, so that each caller has a loop of its own: it runs for every byte of a document.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - highest: The highest byte that has a reference.
    ///   - reference: The reference of a byte up to that; nil for one that is written as it is.
    @inline(__always)
    private func write(_ bytes: Span<UInt8>, escapingUpTo highest: UInt8, _ reference: (UInt8) -> StaticString?) {
        var start = 0
        for index in 0..<bytes.count {
            let byte = bytes[index]
            guard byte <= highest, let reference = reference(byte) else { continue }
            write(bytes.extracting(start..<index))
            write(reference)
            start = index + 1
        }
        write(bytes.extracting(start..<bytes.count))
    }
}

private import CJetonZlib

/// A raw deflate stream that is expanded or compressed piece by piece, in constant memory.
///
/// Used by one thread at a time.
///
/// - SeeAlso: RFC 1951.
@safe
public struct DeflateStream: ~Copyable {
    /// What becomes of the stream.
    public enum Direction: Sendable {
        /// It is expanded.
        case expand
        /// It is made.
        case compress
    }

    /// How many bytes a piece of the result has at most: 64 KiB.
    private static let pieceSize = 1 << 16

    // Freed by deinit only, and never handed out.
    private let state: OpaquePointer
    private let direction: Direction
    private var buffer = [UInt8](repeating: 0, count: pieceSize)
    /// Whether the stream has ended.
    public private(set) var isAtEnd = false

    /// Begins a stream; nil if memory is short.
    ///
    /// - Parameter direction: What becomes of it.
    /// - Throws: ``ZlibError``.
    public init?(_ direction: Direction) throws(ZlibError) {
        try ZlibError.throwIfUnavailable()
        guard let opened = unsafe czlib_open(direction == .compress ? 1 : 0) else { return nil }
        unsafe state = opened
        self.direction = direction
    }

    deinit { unsafe czlib_close(state) }

    /// Takes more bytes and hands on what becomes of them.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - finishes: Whether these are the last ones of a stream that is compressed.
    ///   - body: Gets the result, in pieces of at most 64 KiB.
    /// - Returns: How many bytes belong to the stream; nil if it is malformed.
    /// - Throws: What `body` throws.
    public mutating func update(
        _ bytes: Span<UInt8>,
        finishes: Bool = false,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Int? {
        var start = 0
        while !isAtEnd {
            var (consumed, written) = (0, 0)
            let room = buffer.count
            let result = unsafe bytes.extracting(start...).withUnsafeBufferPointer { input in
                unsafe buffer.withUnsafeMutableBufferPointer { output in
                    guard let base = output.baseAddress else { return Int32(-1) }
                    return unsafe czlib_step(
                        state,
                        input.baseAddress,
                        input.count,
                        base,
                        room,
                        finishes ? 1 : 0,
                        &consumed,
                        &written
                    )
                }
            }
            guard result >= 0 else { return nil }
            start += consumed
            isAtEnd = result == 1
            if written > 0 { try body(buffer.span.extracting(first: written)) }
            // Room that was left means that everything was taken.
            if written < room, start == bytes.count { break }
            if written == 0, consumed == 0 { break }
        }
        return start
    }
}

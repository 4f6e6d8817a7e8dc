public import JetonASN1
public import JetonCMS

/// Where a signature goes: written, read back and checked, and only then made visible.
///
/// An output that is not published leaves nothing behind.
public protocol SignatureOutput: ByteSink, ~Copyable {
    /// What reads back what was written.
    associatedtype Written: ByteSource & Sendable

    /// The number of bytes written so far.
    var count: UInt64 { get }

    /// Reads from the beginning what was written; used up before ``publish()``.
    ///
    /// - Throws: What the output's owner throws.
    func written() throws -> Written

    /// Reads from the beginning what was written, and what is written later, on another thread; nil for an output that
    /// can't be read while it is written.
    ///
    /// Used up before the output ends.
    func following() -> Written?

    /// Makes what was written visible, whole.
    ///
    /// - Throws: What the output's owner throws; nothing is visible then.
    consuming func publish() throws
}

extension SignatureOutput where Self: ~Copyable {
    /// Nil: what was written is read when all of it is there.
    public func following() -> Written? { nil }

    /// Makes what was written visible, whole.
    ///
    /// - Returns: The number of bytes.
    /// - Throws: As ``publish()``.
    public consuming func published() throws -> UInt64 {
        let count = count
        try publish()
        return count
    }
}

/// A signature in memory, at most as large as memory allows.
public struct MemoryOutput: SignatureOutput, ~Copyable {
    private var octets: [UInt8] = []
    private let publication: ([UInt8]) throws -> Void

    /// Makes an empty output.
    ///
    /// - Parameter publication: Is given the whole signature once it was checked.
    public init(_ publication: @escaping ([UInt8]) throws -> Void) { self.publication = publication }

    /// The number of bytes written so far.
    public var count: UInt64 { UInt64(octets.count) }

    /// Adds bytes at the end.
    public mutating func write(_ octets: Span<UInt8>) {
        for index in octets.indices { self.octets.append(octets[index]) }
    }

    /// Reads from the beginning.
    public func written() -> MemorySource { MemorySource(octets) }

    /// Hands the signature over.
    public consuming func publish() throws { try publication(octets) }
}

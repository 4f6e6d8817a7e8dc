internal import CCryptoki

/// A block of memory in which the process notes which function of which module is running.
///
/// A supervising process puts the block into memory that it shares with a child, and so can say where the child
/// crashed or hung. What it reads there is untrusted: the module may have overwritten it.
@safe
public struct CallMarker: @unchecked Sendable {
    // Proof for @unchecked Sendable: the pointer is never freed; the two numbers are read atomically.
    private let pointer: UnsafeMutablePointer<cck_marker>

    /// Octets that a marker takes.
    public static var size: Int { MemoryLayout<cck_marker>.size }

    /// Makes a marker in a block of zeros of ``size`` octets that outlives it.
    @unsafe public init(sharedBlock: UnsafeMutableRawPointer) {
        unsafe pointer = unsafe sharedBlock.bindMemory(to: cck_marker.self, capacity: 1)
    }

    /// Notes calls of this process in this block from now on; call before a module is loaded.
    public func use() { unsafe cck_marker_use(pointer) }

    /// Number of calls begun so far; wraps around.
    public var callCount: UInt32 { unsafe cck_marker_sequence(pointer) }

    /// The function that is running; nil if none is.
    public var function: Function? {
        let number = unsafe cck_marker_function(pointer)
        return number == 0 ? nil : Function(rawValue: number)
    }

    /// The path of the module whose function is running or ran last; empty if none has been called.
    public var modulePath: String {
        let octets = unsafe withUnsafeTemporaryAllocation(
            of: CChar.self,
            capacity: Int(CCK_MARKER_PATH_SIZE)
        ) { buffer -> [UInt8] in
            guard let base = buffer.baseAddress else { return [] }
            unsafe cck_marker_path(pointer, base)
            return unsafe buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        }
        return String(decoding: octets, as: UTF8.self).withoutControlCharacters
    }
}

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
        unsafe Function(rawValue: cck_marker_function(pointer))
    }

    /// Whether some module's code is running, known function or not.
    public var isInModule: Bool { unsafe cck_marker_function(pointer) != 0 }

    /// The path of the module whose function is running or ran last; empty if none has been called.
    public var modulePath: String {
        let octets = unsafe cck_marker_path(pointer)
        guard let octets = unsafe octets else { return "" }
        var text: [UInt8] = []
        for index in 0..<511 {
            let octet = unsafe UInt8(bitPattern: octets[index])
            if octet == 0 { break }
            text.append(octet)
        }
        return String(decoding: text, as: UTF8.self).withoutControlCharacters
    }
}

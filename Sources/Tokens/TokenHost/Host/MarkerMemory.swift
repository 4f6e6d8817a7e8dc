internal import CJetonHost
internal import Cryptoki
internal import Glibc

/// The memory in which a child notes the call that is running: a file that neither side can shrink, so that no child can
/// make the host's look at it fail.
final class MarkerMemory: Sendable {
    /// The file, for the child.
    let descriptor: Int32
    /// What the child noted; untrusted.
    let marker: CallMarker
    private let address: UInt

    /// Makes the memory; nil if the system gives none.
    init?() {
        descriptor = host_sealed_memory(CallMarker.size)
        guard descriptor >= 0 else { return nil }
        guard let block = unsafe host_map_memory(descriptor, CallMarker.size) else {
            close(descriptor)
            return nil
        }
        address = UInt(bitPattern: block)
        unsafe marker = CallMarker(sharedBlock: block)
    }

    /// Notes the calls of this process, which is the child, in the memory that it was given; false if it has none.
    static func use(_ descriptor: Int32) -> Bool {
        guard let block = unsafe host_map_memory(descriptor, CallMarker.size) else { return false }
        close(descriptor)
        unsafe CallMarker(sharedBlock: block).use()
        return true
    }

    deinit {
        unsafe host_unmap_memory(UnsafeMutableRawPointer(bitPattern: address), CallMarker.size)
        close(descriptor)
    }
}

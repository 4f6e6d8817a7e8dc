import Glibc
import JetonASN1
package import JetonOctets

/// Octets of a secret in an array, for the time of a call to something that takes arrays only.
///
/// The array is overwritten when the object goes. It is never grown beyond the room set aside, since growing would
/// leave a copy behind; a caller that passes the array on must drop it before the object goes.
package final class TransientSecret {
    package private(set) var octets: [UInt8]
    private let capacity: Int

    /// Sets room aside for `capacity` octets.
    package init(capacity: Int) {
        octets = []
        octets.reserveCapacity(capacity)
        self.capacity = capacity
    }

    /// Copies octets.
    package convenience init(_ source: Span<UInt8>) {
        self.init(capacity: source.count)
        append(source)
    }

    /// Copies a secret.
    package convenience init(_ secret: borrowing Secret) {
        self.init(capacity: secret.count)
        secret.withBytes { append($0) }
    }

    /// Appends octets for which room was set aside.
    package func append(_ source: Span<UInt8>) {
        precondition(octets.count + source.count <= capacity, "more bytes than were reserved")
        unsafe source.withUnsafeBufferPointer { unsafe octets.append(contentsOf: $0) }
    }

    /// Appends a text for which room was set aside.
    package func append(_ text: String) {
        precondition(octets.count + text.utf8.count <= capacity, "more bytes than were reserved")
        octets.append(contentsOf: text.utf8)
    }

    /// Appends octets in padded base64 for which room was set aside.
    package func appendBase64(_ source: Span<UInt8>) {
        precondition(
            octets.count + (source.count + 2) / 3 * 4 <= capacity,
            "more bytes than were reserved"
        )
        Base64.append(source, to: &octets)
    }

    /// Appends octets for which room was set aside and that `body` writes.
    ///
    /// - Returns: What `body` returns; if false, the bytes are zeros or what it left there.
    package func append(count: Int, _ body: (inout MutableSpan<UInt8>) -> Bool) -> Bool {
        precondition(octets.count + count <= capacity, "more bytes than were reserved")
        var isGood = false
        withArray { array in
            let start = array.count
            array.append(contentsOf: repeatElement(0, count: count))
            var span = array.mutableSpan
            var target = span._mutatingExtracting(start...)
            isGood = body(&target)
        }
        return isGood
    }

    /// Changes the octets in place without changing how much room they take.
    package func withArray<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
        try body(&octets)
        precondition(octets.count <= capacity, "more bytes than were reserved")
    }

    /// A secret with the octets.
    package var secret: Secret {
        let octets = octets
        return Secret(copying: octets.span)
    }

    deinit {
        unsafe octets.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        }
    }
}

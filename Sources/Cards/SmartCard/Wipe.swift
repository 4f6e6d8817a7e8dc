#if canImport(Glibc)
    import Glibc
#endif

extension [UInt8] {
    /// Overwrites the array's own storage with zeros and empties it.
    ///
    /// A shared array is copied by this first: wipe before anybody else holds it, or after all others let go.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        }
        self = []
    }
}

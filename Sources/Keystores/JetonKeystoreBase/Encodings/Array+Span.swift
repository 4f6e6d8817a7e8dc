extension [UInt8] {
    /// Copies bytes that are not secret.
    package init(copying span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}

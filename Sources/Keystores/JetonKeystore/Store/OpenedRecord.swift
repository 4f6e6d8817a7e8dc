/// A record that was proven and opened as far as its metadata.
final class OpenedRecord: Sendable {
    let layout: RecordLayout
    let metadata: ItemMetadata
    /// SHA-256 of the sealed metadata.
    let digest: [UInt8]

    init(_ layout: RecordLayout, _ metadata: ItemMetadata, digest: [UInt8]) {
        self.layout = layout
        self.metadata = metadata
        self.digest = digest
    }
}

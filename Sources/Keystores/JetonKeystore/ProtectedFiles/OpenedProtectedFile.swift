import JetonFiles
import JetonKeystoreBase

/// A protected file as it was found on the disk.
struct OpenedProtectedFile: Sendable {
    let file: OpenFile
    let status: FileStatus
    /// What to call it in errors.
    let name: String

    /// The sealed bytes behind the header.
    var payloadSize: Int64 { status.size - Int64(ProtectedFileHeader.size) }

    /// The bytes of the content, as far as the size of the file tells; negative if it is cut off.
    var size: Int64 {
        let sealed = Int64(PayloadCipher.sealedChunkSize)
        let chunks = max(1, (payloadSize + sealed - 1) / sealed)
        return payloadSize - chunks * Int64(PayloadCipher.tagSize)
    }

    func header(store: [UInt8]) throws(KeystoreError) -> ProtectedFileHeader {
        var octets = [UInt8](repeating: 0, count: ProtectedFileHeader.size)
        let count: Int
        do throws(SystemError) {
            var span = octets.mutableSpan
            count = try file.readAll(at: 0, into: &span)
        } catch { throw error.keystoreError(name) }
        octets.removeLast(octets.count - count)
        return try ProtectedFileHeader(octets, store: store, name: name)
    }
}

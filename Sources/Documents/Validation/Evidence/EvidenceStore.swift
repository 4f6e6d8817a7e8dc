public import ASN1
import KeystoreBase
import Octets
public import X509

#if canImport(Glibc)
    import Glibc
#endif

/// Evidence on disk: what was fetched once is not fetched again until it ends.
///
/// A cache: losing it costs requests and nothing else, and what is in it is checked as if it had just been fetched.
/// Each piece is a file `KIND-DIGEST-END` of mode 0600 in a directory of mode 0700. Several processes may use it at a
/// time.
public struct EvidenceStore: Sendable {
    /// The largest piece, in octets: 16 MiB.
    ///
    /// Longer revocation lists are fetched each time.
    public static let sizeLimit = 16 << 20

    /// The directory.
    public let directory: String

    /// Names a directory; it is made when something is kept.
    public init(directory: String) { self.directory = directory }

    /// What was kept for a key and has not ended.
    ///
    /// - Parameters:
    ///   - kind: The kind of evidence.
    ///   - key: What it is evidence about: a URL, or a URL and a request.
    ///   - time: The time in question: a piece that ended before it does not count.
    /// - Returns: The piece that ends last; nil if there is none, or it cannot be read.
    public func evidence(_ kind: FetchRequest.Kind, for key: [UInt8], at time: UniversalTime) -> [UInt8]? {
        guard let prefix = try? prefix(kind, key) else { return nil }
        let names = names.filter { $0.hasPrefix(prefix) && (end(of: $0).map { $0 >= time } ?? false) }
        // The one that ends last is the newest.
        guard let name = names.max(by: { end(of: $0) ?? time < end(of: $1) ?? time }) else { return nil }
        return try? RegularFile.read("\(directory)/\(name)", limit: EvidenceStore.sizeLimit)
    }

    /// Keeps a piece until a time.
    ///
    /// - Throws: ``SigningError/Code/limitExceeded`` above 16 MiB, ``SigningError/Code/notStored`` if the file cannot
    ///   be written.
    public func keep(
        _ octets: [UInt8],
        _ kind: FetchRequest.Kind,
        for key: [UInt8],
        until end: UniversalTime
    ) throws(SigningError) {
        guard octets.count <= EvidenceStore.sizeLimit else {
            throw SigningError(.limitExceeded, "evidence of \(octets.count) octets")
        }
        let prefix = try prefix(kind, key)
        do {
            try ReplacedFile.makeDirectory(directory)
            let name = prefix + String(max(0, end.secondsSince1970))
            try ReplacedFile.write(octets, in: directory, name: name, mode: 0o600)
        } catch {
            throw SigningError(.notStored, "\(error)")
        }
    }

    /// Removes what has ended.
    ///
    /// - Returns: How many pieces were removed.
    @discardableResult
    public func removeEnded(at time: UniversalTime) -> Int {
        var count = 0
        for name in names where end(of: name).map({ $0 < time }) ?? false {
            if unsafe unlink("\(directory)/\(name)") == 0 { count += 1 }
        }
        return count
    }

    private func prefix(_ kind: FetchRequest.Kind, _ key: [UInt8]) throws(SigningError) -> String {
        "\(kind.rawValue)-\(Hex.encode(try HashAlgorithm.sha256.hash(key)))-"
    }

    /// When a piece ends, by its file's name; nil for a file of another kind.
    private func end(of name: String) -> UniversalTime? {
        let parts = name.split(separator: "-")
        guard parts.count == 3, FetchRequest.Kind(rawValue: String(parts[0])) != nil, parts[1].utf8.count == 64,
            let seconds = Int64(parts[2])
        else { return nil }
        return UniversalTime(secondsSince1970: seconds)
    }

    private var names: [String] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }
}

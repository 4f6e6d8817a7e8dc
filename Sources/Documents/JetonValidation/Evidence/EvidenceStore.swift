public import EvidenceFetching
public import JetonASN1
import JetonFiles
import JetonOctets
public import JetonX509

#if canImport(Glibc)
    import Glibc
#endif

/// Evidence on disk: what was fetched once is not fetched again until it ends.
///
/// A cache: losing it costs requests and nothing else. Callers keep only what they have judged, and judge it again when
/// they read it. OCSP responses and revocation lists are kept for at most 7 days, whatever their own end is. Each piece is a file `KIND-DIGEST-END` of mode 0600 in a directory of mode 0700. Several processes may use it at a
/// time.
public struct EvidenceStore: Sendable {
    /// The largest piece, in octets: 16 MiB.
    ///
    /// Longer revocation lists are fetched each time.
    public static let sizeLimit = 16 << 20

    /// For how many days a piece is kept that says until when a certificate was not revoked.
    private static let dayLimit = 7

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
        let names = names.filter { name in
            guard name.hasPrefix(prefix), let end = end(of: name) else { return false }
            return end >= time && end <= bounded(end, kind, at: time)
        }
        // The one that ends last is the newest.
        guard let name = names.max(by: { end(of: $0) ?? time < end(of: $1) ?? time }) else { return nil }
        return try? RegularFile.read("\(directory)/\(name)", limit: EvidenceStore.sizeLimit)
    }

    /// Keeps a piece in the place of what was kept for the key before, and removes what has ended.
    ///
    /// - Parameters:
    ///   - octets: The piece, which the caller has judged.
    ///   - kind: The kind of evidence.
    ///   - key: What it is evidence about.
    ///   - end: When it ends; an OCSP response or a revocation list is kept for at most 7 days.
    ///   - time: The present.
    /// - Throws: ``DocumentError/Code/limitExceeded`` above 16 MiB, ``DocumentError/Code/notStored`` if the file cannot
    ///   be written.
    public func keep(
        _ octets: [UInt8],
        _ kind: FetchRequest.Kind,
        for key: [UInt8],
        until end: UniversalTime,
        at time: UniversalTime
    ) throws(DocumentError) {
        guard octets.count <= EvidenceStore.sizeLimit else {
            throw DocumentError(.limitExceeded, "evidence of \(octets.count) bytes")
        }
        let prefix = try prefix(kind, key)
        let name = prefix + String(max(0, bounded(end, kind, at: time).secondsSince1970))
        do {
            try ReplacedFile.makeDirectory(directory)
            try ReplacedFile.write(octets, in: directory, name: name, mode: 0o600)
        } catch {
            throw DocumentError(.notStored, "\(error)")
        }
        remove { $0 != name && $0.hasPrefix(prefix) }
        removeEnded(at: time)
    }

    /// Removes what was kept for a key.
    public func remove(_ kind: FetchRequest.Kind, for key: [UInt8]) {
        guard let prefix = try? prefix(kind, key) else { return }
        remove { $0.hasPrefix(prefix) }
    }

    /// Removes what has ended.
    ///
    /// - Returns: How many pieces were removed.
    @discardableResult
    public func removeEnded(at time: UniversalTime) -> Int {
        remove { end(of: $0).map { $0 < time } ?? false }
    }

    @discardableResult
    private func remove(_ isMeant: (String) -> Bool) -> Int {
        var count = 0
        for name in names where isMeant(name) {
            if unsafe unlink("\(directory)/\(name)") == 0 { count += 1 }
        }
        return count
    }

    /// The end of a piece that is kept now.
    private func bounded(_ end: UniversalTime, _ kind: FetchRequest.Kind, at time: UniversalTime) -> UniversalTime {
        switch kind {
        case .ocsp, .crl: min(end, time.adding(days: EvidenceStore.dayLimit))
        case .timestamp, .certificate, .trustList: end
        }
    }

    private func prefix(_ kind: FetchRequest.Kind, _ key: [UInt8]) throws(DocumentError) -> String {
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

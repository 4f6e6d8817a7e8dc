internal import EvidenceFetching
internal import JetonFiles
internal import JetonJSON
internal import JetonOctets
internal import JetonValidation
internal import JetonX509
internal import Synchronization

/// The largest answer that each timestamping authority gave, so that the next signature in a PDF has room for one.
///
/// It stands in the user's cache, by digests of the URLs: a URL may hold a secret. Where it can't be read or written,
/// nothing is remembered.
public final class TimestampSizes: Sendable {
    /// How many bytes are kept free for an authority that is not known yet.
    public static let initialRoom = 8_192
    /// By how much a later answer may be larger: names and serial numbers grow.
    private static let margin = 256
    /// The largest room: an authority does not make documents grow without bound.
    private static let largestRoom = 65_536
    private static let version: CanonicalJSON = .integer(1)
    private static let name = "timestamp-sizes"
    private static let urlLimit = 200

    private let directory: String?
    private let sizes: Mutex<[String: Int64]>

    /// Reads what is remembered.
    ///
    /// - Parameter directory: The user's cache; nil for none.
    public init(_ directory: String?) {
        self.directory = directory
        sizes = Mutex(directory.map(Self.read) ?? [:])
    }

    /// How many bytes to keep free for an answer of one of these authorities.
    public func room(for urls: [String]) -> Int {
        let known = sizes.withLock { sizes in urls.map { sizes[Self.key($0)] } }
        return known.map { $0.map { min(Int($0) + Self.margin, Self.largestRoom) } ?? Self.initialRoom }.max()
            ?? Self.initialRoom
    }

    /// Remembers the size of an answer if it is the authority's largest.
    package func note(_ size: Int, of url: String) {
        let key = Self.key(url)
        let changed = sizes.withLock { sizes -> [String: Int64]? in
            guard sizes[key] ?? 0 < size, sizes[key] != nil || sizes.count < Self.urlLimit else { return nil }
            sizes[key] = Int64(size)
            return sizes
        }
        guard let changed, let directory else { return }
        let members: [String: CanonicalJSON] = [
            "version": Self.version, "sizes": .object(changed.mapValues { .integer($0) }),
        ]
        try? ReplacedFile.makeDirectory(directory)
        try? ReplacedFile.write(CanonicalJSON.object(members).encoded, in: directory, name: Self.name, mode: 0o600)
    }

    private static func read(_ directory: String) -> [String: Int64] {
        guard let octets = try? FileSource.contents(of: InputFile("\(directory)/\(name)"), limit: 1 << 16),
            case .object(let members)? = try? JSONReader.read(octets),
            members["version"] == version, case .object(let sizes)? = members["sizes"],
            sizes.count <= urlLimit
        else { return [:] }
        let limit = Int64(FetchRequest.Kind.timestamp.sizeLimit)
        return sizes.compactMapValues { value in
            guard case .integer(let size) = value, (1...limit).contains(size) else { return nil }
            return size
        }
    }

    private static func key(_ url: String) -> String {
        (try? HashAlgorithm.sha256.hash(Array(url.utf8))).map { Hex.encode($0) } ?? url
    }
}

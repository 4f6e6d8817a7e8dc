#if canImport(Glibc)
    import Glibc
#endif

/// The virtual cards of a directory: every `NAME.card`.
public struct VirtualCardDirectory: SlotSource {
    /// How many cards are looked at.
    private static let maximumCount = 256

    private let path: String

    /// Names a directory, which need not exist.
    public init(_ path: String) { self.path = path }

    /// The slots, sorted by name.
    public func connectors() -> [any CardConnector] {
        names().map { VirtualCardConnector(cardName: $0, path: "\(path)/\($0).card") }
    }

    private func names() -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory), names.count < Self.maximumCount {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { octets in
                unsafe String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(".card"), !name.hasPrefix("."), name.utf8.count > 5 else { continue }
            names.append(String(name.dropLast(5)))
        }
        return names.sorted()
    }
}

internal import ArgumentParser
internal import Glibc
internal import JetonFiles
internal import UserFiles
internal import VirtualCard

/// The directory with the virtual cards of this user, which the provider shows as tokens.
struct CardDirectory {
    private static let suffix = ".card"

    /// Its path, without a slash at the end.
    let path: String

    /// Finds the directory; it need not exist.
    ///
    /// - Throws: ``CommandError`` if neither the environment nor a home directory places it.
    init() throws(CommandError) {
        guard let path = Process.directories.cards else {
            throw .usage(
                "cannot locate the directory for virtual cards: \(Process.missingDirectoryReason)",
                hints: ["set JETON_DATA to the directory for Jeton's data"]
            )
        }
        self.path = path
    }

    /// The cards in it by name, ascending.
    func cards() throws(CommandError) -> [CardFile] {
        guard let stream = unsafe opendir(path) else {
            if errno == ENOENT { return [] }
            throw CommandError("\(path) can't be read: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        defer { unsafe closedir(stream) }
        var cards: [CardFile] = []
        while let entry = unsafe readdir(stream) {
            let file = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard file.hasSuffix(Self.suffix) else { continue }
            let name = String(file.dropLast(Self.suffix.count))
            if Self.isName(name) { cards.append(CardFile(name: name, path: "\(path)/\(file)")) }
        }
        return cards.sorted { $0.name < $1.name }
    }

    /// The card of a name, which is there.
    func card(_ name: String) throws(CommandError) -> CardFile {
        let card = try newCard(name)
        guard FileSource.exists(card.path) else {
            throw .notFound(
                "virtual card '\(name)' not found",
                hints: ["`jeton virtual list` shows the cards, and `jeton virtual create NAME` makes one"]
            )
        }
        return card
    }

    /// Where a card of a name is, or would be.
    func newCard(_ name: String) throws(CommandError) -> CardFile {
        guard Self.isName(name) else {
            throw .usage(
                "'\(name)' is not a valid name for a card",
                hints: ["a name has 1 to 32 letters, digits, '-', '_' and '.', and starts with a letter or digit"]
            )
        }
        return CardFile(name: name, path: "\(path)/\(name)\(Self.suffix)")
    }

    /// Makes the directory, and those above it, for the user alone.
    func make() throws(CommandError) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            guard unsafe mkdir(part, 0o700) != 0, errno != EEXIST else { continue }
            // A directory above may be read-only and there all the same.
            if FileSource.isDirectory(part) { continue }
            throw CommandError("\(part) can't be made: \(Process.reason(errno))", exitCode: .inputOutput)
        }
    }

    // A token's label has 32 octets.
    private static func isName(_ name: String) -> Bool {
        let isPlain: (UInt8) -> Bool = { octet in
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard (1...32).contains(name.utf8.count), let first = name.utf8.first, isPlain(first) else { return false }
        return name.utf8.allSatisfy {
            isPlain($0) || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
        }
    }
}

import Foundation
import TestRig

/// One damage to one file of a store or its witness, the same for the same number.
struct StoreMutation {
    enum Kind: CaseIterable {
        case flip, cut, append, zero, swap, remove, older
    }

    let kind: Kind
    /// The file, below the directory that has store and witness.
    let path: String
    /// What the file has afterwards; nil if it is removed.
    let octets: [UInt8]?

    /// Chooses a damage; nil if it would change nothing.
    ///
    /// - Parameters:
    ///   - number: Which one.
    ///   - files: The files by their path.
    ///   - older: An older copy of some of them.
    init?(number: Int, files: [String: [UInt8]], older: [String: [UInt8]]) {
        var random = SeededNumbers(seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        let paths = files.keys.sorted()
        path = paths[random.next(below: paths.count)]
        kind = Kind.allCases[number % Kind.allCases.count]
        var octets = files[path] ?? []
        switch kind {
        case .flip:
            guard !octets.isEmpty else { return nil }
            octets[random.next(below: octets.count)] ^= 1 << UInt8(random.next(below: 8))
        case .cut:
            guard !octets.isEmpty else { return nil }
            octets = Array(octets.prefix(random.next(below: octets.count)))
        case .append: octets += (0...random.next(below: 64)).map { _ in UInt8(random.next(below: 256)) }
        case .zero:
            guard !octets.isEmpty else { return nil }
            let start = random.next(below: octets.count)
            for index in start..<min(octets.count, start + 1 + random.next(below: 64)) { octets[index] = 0 }
        case .swap:
            let other = paths[random.next(below: paths.count)]
            // As a writer leaves it who is killed between link and rename.
            if path.hasSuffix("group.prev"), other.dropLast(6) == path.dropLast(4) { return nil }
            octets = files[other] ?? []
        case .remove:
            self.octets = nil
            return
        case .older:
            guard let former = older[path] else { return nil }
            octets = former
        }
        guard octets != files[path] else { return nil }
        self.octets = octets
    }

    /// Whether `verify` need not notice it, as docs/keystore.md says.
    ///
    /// Locks hold nothing. A protected file that is gone was perhaps deleted by its owner, as one without a previous
    /// generation of its vault may have deleted something.
    var isUnnoticed: Bool {
        path.hasSuffix(".lock") || kind == .remove && (path.hasPrefix("store/files/") || path.hasSuffix("group.prev"))
            || kind == .older && path.hasSuffix("group.prev")
    }
}

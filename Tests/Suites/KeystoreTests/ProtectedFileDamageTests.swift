import Glibc
import JetonKeystoreBase
import Testing

@testable import JetonKeystore

@Suite("Damage to protected files")
struct ProtectedFileDamageTests {
    private static let header = ProtectedFileHeader.size
    private static let sealed = PayloadCipher.sealedChunkSize

    /// Puts octets in the place of a file's, and expects damage when it is read.
    private func expectDamage(_ bench: FileBench, _ path: String, _ octets: [UInt8], _ what: String) throws {
        try Shell.write(octets, path)
        do {
            _ = try bench.read(.path(path))
            Issue.record("\(what): read")
        } catch { #expect(error.code == .decoding, "\(what): \(error)") }
    }

    @Test("Every flipped bit is refused", arguments: [FileProtection.none, .completeUnlessOpen])
    func flips(protection: FileProtection) throws {
        let bench = try FileBench(inMemory: true)
        let path = bench.store.directory + "/x"
        try bench.write(Array("forty-two bytes of text that nobody sees ..".utf8), .path(path), protection)
        let original = try Shell.read(path)
        for index in original.indices {
            // Each bit where there is content; a sample of the zeros behind it.
            let isZeros = (260..<Self.header).contains(index)
            if isZeros && index % 61 != 0 && index != Self.header - 1 { continue }
            for bit in 0..<(isZeros ? 1 : 8) {
                var changed = original
                changed[index] ^= 1 << UInt8(bit)
                try expectDamageOrName(bench, path, changed, "bit \(bit) of byte \(index)")
            }
        }
    }

    /// A flip in the sealed name is found where the name is used.
    private func expectDamageOrName(_ bench: FileBench, _ path: String, _ octets: [UInt8], _ what: String) throws {
        try Shell.write(octets, path)
        do {
            _ = try bench.read(.path(path))
            _ = try bench.files.attributes(.path(path))
            Issue.record("\(what): read")
        } catch { #expect(error.code == .decoding, "\(what): \(error)") }
    }

    @Test("Every truncation and every addition is refused")
    func truncations() throws {
        let bench = try FileBench(inMemory: true)
        let path = bench.store.directory + "/x"
        try bench.write([UInt8](repeating: 7, count: 100), .path(path), .complete)
        let original = try Shell.read(path)
        for count in 0..<original.count where count % 64 == 0 || count > Self.header - 3 {
            try expectDamage(bench, path, Array(original[..<count]), "\(count) bytes")
        }
        for added in [1, 15, 16, 17, 1000, Self.sealed] {
            let longer = original + [UInt8](repeating: 0, count: added)
            try expectDamage(bench, path, longer, "\(added) bytes more")
        }
    }

    @Test("Chunks that are cut off, swapped, repeated or of another file are refused")
    func chunks() throws {
        let bench = try FileBench(inMemory: true)
        let path = bench.store.directory + "/x"
        let content = [UInt8](repeating: 1, count: PayloadCipher.chunkSize * 3)
        try bench.write(content, .path(path), .complete)
        let original = try Shell.read(path)
        let second = Self.header + Self.sealed
        let third = second + Self.sealed
        let head = Array(original[..<Self.header])
        let chunks = [original[Self.header..<second], original[second..<third], original[third...]].map(Array.init)
        for (order, what) in [
            ([0, 1], "cut off"), ([0], "cut off twice"), ([], "no chunk"), ([1, 0, 2], "swapped"),
            ([0, 0, 2], "repeated"),
            ([0, 1, 2, 2], "longer"), ([2], "the last alone"),
        ] {
            try expectDamage(bench, path, head + order.flatMap { chunks[$0] }, what)
        }
        try bench.write(content, .path(path + "2"), .complete)
        let other = try Shell.read(path + "2")
        try expectDamage(bench, path, head + other[Self.header...], "another file's chunks")
        try expectDamage(bench, path, Array(original[..<second] + other[second..<third]) + original[third...], "mixed")
    }

    @Test("A file in another one's place in the store is damage, not that file")
    func exchanged() throws {
        let bench = try FileBench(inMemory: true)
        try bench.write([1], .named("a"), FileProtection.none)
        try bench.write([2], .named("b"), FileProtection.none)
        let a = try bench.files.attributes(.named("a")).path
        let b = try bench.files.attributes(.named("b")).path
        try Shell.write(Shell.read(b), a)
        #expect(throws: KeystoreError(.decoding)) { _ = try bench.read(.named("a")) }
        #expect(try bench.read(.named("b")) == [2])
    }

    @Test(
        "verify() reports each damaged file of the store, and counts those whose class is locked",
        arguments: ["flip", "empty", "cut", "garbage", "exchange", "mode", "symbolic link", "hard link"]
    )
    func verified(damage: String) throws {
        let bench = try FileBench()
        for (name, protection) in [("a", FileProtection.none), ("b", .complete), ("c", .complete)] {
            try bench.write([UInt8](repeating: 3, count: PayloadCipher.chunkSize + 1), .named(name), protection)
        }
        #expect(bench.keychain.verify().findings == [])
        let path = try bench.files.attributes(.named("b")).path
        var octets = try Shell.read(path)
        switch damage {
        case "flip": octets[Self.header] ^= 1
        case "empty": octets = []
        case "cut": octets.removeLast(30)
        case "garbage": octets = [UInt8](repeating: 0xAA, count: octets.count)
        case "exchange": octets = try Shell.read(bench.files.attributes(.named("a")).path)
        case "mode": #expect(unsafe chmod(path, 0o644) == 0)
        case "hard link": #expect(unsafe link(path, path + "0") == 0)
        default:
            #expect(unsafe rename(path, bench.store.directory + "/moved") == 0)
            #expect(unsafe symlink(bench.store.directory + "/moved", path) == 0)
        }
        if !["mode", "symbolic link", "hard link"].contains(damage) { try Shell.write(octets, path) }
        let report = bench.keychain.verify()
        #expect(Set(report.findings.map(\.kind)) == [.file], "\(report.findings)")
        #expect(report.findings.contains { $0.subject == path })
        #expect(report.files == (damage == "hard link" ? 4 : 3) && report.unprovenFiles == 0)
        bench.keychain.lock()
        let locked = bench.keychain.verify()
        #expect(locked.unprovenFiles == (damage == "flip" || damage == "cut" ? 2 : 1), "\(locked)")
    }

    @Test("A writer that dies in any system call leaves the old file or the new one, and nothing else")
    func death() throws {
        let bench = try FileBench(inMemory: true)
        let old = [UInt8](repeating: 1, count: PayloadCipher.chunkSize + 1)
        let new = [UInt8](repeating: 2, count: PayloadCipher.chunkSize + 2)
        try bench.write(old, .named("x"), .complete)
        var index = 1
        var acknowledged = 0
        while acknowledged == 0 {
            let system = FaultyFileSystem(.dies(index))
            do {
                let keychain = try Keychain.open(bench.store.configuration(), system)
                try keychain.unlock(.keyFile(TestStore.keyFile()))
                var writer = try ProtectedFiles(keychain).create(.named("x"), replaces: true)
                try writer.write(new.span)
                try writer.finish()
                acknowledged = index
            } catch {}
            let found = try bench.read(.named("x"))
            #expect(found == old || found == new, "call \(index)")
            if acknowledged > 0 { #expect(found == new) }
            try bench.write(old, .named("x"), .complete)
            #expect(try Shell.names(bench.store.storePath + "/files").count == 1, "call \(index)")
            index += 1
        }
        #expect(acknowledged > 10)
    }

    @Test("Interrupted and short system calls change nothing", arguments: [true, false])
    func interruptions(interrupts: Bool) throws {
        let bench = try FileBench(inMemory: true)
        let system = FaultyFileSystem(interrupts ? .interrupts : .short)
        let keychain = try Keychain.open(bench.store.configuration(), system)
        try keychain.unlock(.keyFile(TestStore.keyFile()))
        let content = [UInt8](repeating: 3, count: interrupts ? 200_000 : 2000)
        var writer = try ProtectedFiles(keychain).create(.named("x"))
        try writer.write(content.span)
        try writer.finish()
        #expect(try bench.read(.named("x")) == content)
        var octets = [UInt8](repeating: 0, count: content.count)
        var span = octets.mutableSpan
        #expect(try ProtectedFiles(keychain).open(.named("x")).read(at: 0, into: &span) == content.count)
        #expect(octets == content)
    }
}

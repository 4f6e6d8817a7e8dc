import Glibc
import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

@Suite("Protected files")
struct ProtectedFileTests {
    private static let chunk = PayloadCipher.chunkSize

    private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

    @Test(
        "Content of any size comes back, whole and from any offset, and the disk holds none of it",
        arguments: [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 17],
        FileProtection.allCases
    )
    func roundTrip(size: Int, protection: FileProtection) throws {
        let bench = try FileBench()
        let content = pattern(size)
        for location in [ProtectedFileLocation.named("a/b"), bench.path("b")] {
            try bench.write(content, location, protection)
            let file = try bench.files.open(location)
            #expect(file.size == Int64(size))
            #expect(file.protection == protection)
            #expect(try bench.read(location) == content)
            for offset in [0, 1, Self.chunk - 1, Self.chunk, size / 2, size - 1, size, size + 5] where offset >= 0 {
                var part = [UInt8](repeating: 0, count: 40)
                var span = part.mutableSpan
                let count = try file.read(at: Int64(offset), into: &span)
                #expect(Array(part[..<count]) == Array(content.dropFirst(offset).prefix(40)))
            }
            let sealed = try Shell.read(bench.files.attributes(location).path)
            if size > 64 { #expect(sealed.firstRange(of: content[..<64]) == nil) }
        }
    }

    @Test("Many small writes make the same file as one")
    func smallWrites() throws {
        let bench = try FileBench()
        let content = pattern(2 * Self.chunk + 3)
        var writer = try bench.files.create(.named("x"))
        var offset = 0
        while offset < content.count {
            let end = min(offset + 1 + offset % 7001, content.count)
            try writer.write(content.span.extracting(offset..<end))
            offset = end
        }
        try writer.finish()
        #expect(try bench.read(.named("x")) == content)
    }

    @Test("Each class reads, writes and keeps handles as the documents say: table of classes and states")
    func classesAndStates() throws {
        let store = try TestStore()
        let owner = try store.create()
        let place = ProtectedFileLocation.path(store.directory + "/document")
        for protection in FileProtection.allCases {
            let first = ProtectedFiles(owner)
            var writer = try first.create(place, protection: protection, replaces: true)
            try writer.write([1, 2, 3].span)
            try writer.finish()

            // Before the first unlock.
            let keychain = try Keychain.open(store.configuration())
            let files = ProtectedFiles(keychain)
            let always = protection == .none
            #expect(readable(files, place) == always)
            #expect(writable(files, store, protection) == (always || protection == .completeUnlessOpen))

            try keychain.unlock(.keyFile(TestStore.keyFile()))
            #expect(readable(files, place))
            #expect(writable(files, store, protection))
            let open = try files.open(place)
            var begun = try files.create(.path(store.directory + "/begun"), protection: protection, replaces: true)
            try begun.write([UInt8](repeating: 1, count: 100_000).span)

            keychain.lock()
            let isLeft = protection == .none || protection == .completeUntilFirstUserAuthentication
            #expect(readable(files, place) == isLeft)
            #expect(writable(files, store, protection) == (isLeft || protection == .completeUnlessOpen))
            var octets: [UInt8] = [0, 0, 0]
            var span = octets.mutableSpan
            if protection == .complete {
                do {
                    _ = try open.read(at: 0, into: &span)
                    Issue.record("the handle read while locked")
                } catch { #expect(error == KeystoreError(.interactionNotAllowed)) }
                do {
                    try begun.finish()
                    Issue.record("the writer finished while locked")
                } catch { #expect(error == KeystoreError(.interactionNotAllowed)) }
            } else {
                #expect(try open.read(at: 0, into: &span) == 3)
                #expect(octets == [1, 2, 3])
                try begun.finish()
            }
        }
    }

    private func readable(_ files: ProtectedFiles, _ place: ProtectedFileLocation) -> Bool {
        do {
            _ = try files.open(place)
            return true
        } catch {
            #expect(error == KeystoreError(.interactionNotAllowed))
            return false
        }
    }

    private func writable(_ files: ProtectedFiles, _ store: TestStore, _ protection: FileProtection) -> Bool {
        do {
            let place = ProtectedFileLocation.path(store.directory + "/written")
            var writer = try files.create(place, protection: protection, replaces: true)
            try writer.write([9].span)
            try writer.finish()
            return true
        } catch {
            #expect(error == KeystoreError(.interactionNotAllowed))
            return false
        }
    }

    @Test("A lock in another process ends handles of the class that ends with the lock, on the kernel's keyring")
    func lockElsewhere() throws {
        let bench = try FileBench()
        try bench.write([1, 2, 3], .named("complete"), .complete)
        try bench.write([1, 2, 3], .named("open"), .completeUnlessOpen)
        try bench.write([1, 2, 3], .named("first"), .completeUntilFirstUserAuthentication)
        let other = try Keychain.open(bench.store.configuration())
        try other.unlock(.keyFile(TestStore.keyFile()), rememberedFor: 600)

        let keychain = try Keychain.open(bench.store.configuration())
        #expect(try keychain.unlockAsRemembered())
        let files = ProtectedFiles(keychain)
        let complete = try files.open(.named("complete"))
        let open = try files.open(.named("open"))
        try other.forgetRemembered()
        var octets: [UInt8] = [0, 0, 0]
        var span = octets.mutableSpan
        #expect(try open.read(at: 0, into: &span) == 3)
        do {
            _ = try complete.read(at: 0, into: &span)
            Issue.record("the handle read after the lock")
        } catch { #expect(error == KeystoreError(.interactionNotAllowed)) }
        #expect(keychain.state == .locked)
        #expect(throws: KeystoreError(.interactionNotAllowed)) { _ = try files.open(.named("open")) }
        _ = try files.open(.named("first"))
        #expect(octets == [1, 2, 3])
    }

    @Test("A hidden name is unknown while the class is locked, and never on the disk")
    func hiddenNames() throws {
        let bench = try FileBench()
        try bench.write([1], .named("open name"), .complete)
        try bench.write([1], .named("secret name"), .complete, hidesName: true)
        try bench.write([1], bench.path("secret path"), .complete, hidesName: true)
        #expect(try bench.names() == ["open name", "secret name"])
        #expect(try bench.names(in: bench.store.directory) == ["secret path"])
        #expect(try bench.read(bench.path("secret path")) == [1])
        for path in [bench.store.directory, bench.store.storePath + "/files"] {
            for name in try Shell.names(path) { #expect(!name.contains("name") && !name.contains("secret path")) }
        }
        bench.keychain.lock()
        #expect(try bench.names() == [nil, "open name"])
        try bench.files.delete(.named("secret name"))
        #expect(try bench.names() == ["open name"])
    }

    @Test("A directory's default class holds for new files, and a forged one is damage")
    func defaults() throws {
        let bench = try FileBench()
        let directory = bench.store.directory
        #expect(try bench.files.defaultProtection() == .complete)
        try bench.files.setDefaultProtection(.completeUnlessOpen, in: directory)
        try bench.write([1], bench.path("a"), nil)
        #expect(try bench.files.attributes(bench.path("a")).protection == .completeUnlessOpen)
        try bench.write([1], .named("a"), nil)
        #expect(try bench.files.attributes(.named("a")).protection == .complete)
        let path = directory + "/.jeton-protection"
        let original = try Shell.read(path)
        for index in original.indices {
            var changed = original
            changed[index] ^= 1
            try Shell.write(changed, path)
            #expect(throws: KeystoreError(.decoding)) { try bench.files.defaultProtection(in: directory) }
        }
    }

    @Test("A directory's default class does not count in another directory, nor for another user's file")
    func plantedDefault() throws {
        let bench = try FileBench()
        let (first, second) = (bench.store.directory + "/first", bench.store.directory + "/second")
        for path in [first, second] { #expect(unsafe mkdir(path, 0o700) == 0) }
        try bench.files.setDefaultProtection(FileProtection.none, in: first)
        #expect(try bench.files.defaultProtection(in: first) == FileProtection.none)
        let octets = try Shell.read(first + "/.jeton-protection")
        try bench.write([1], .named("made"), .complete)
        for path in [second, bench.store.storePath + "/files"] {
            try Shell.write(octets, path + "/.jeton-protection")
        }
        #expect(throws: KeystoreError(.decoding)) { try bench.files.defaultProtection(in: second) }
        #expect(throws: KeystoreError(.decoding)) { try bench.files.defaultProtection() }
        guard geteuid() == 0 else { return }
        #expect(unsafe chown(first + "/.jeton-protection", 65_534, 65_534) == 0)
        #expect(throws: KeystoreError(.decoding)) { try bench.files.defaultProtection(in: first) }
    }

    @Test("A file is replaced whole: an open handle sees the old one, and an unfinished one leaves nothing")
    func replacement() throws {
        let bench = try FileBench()
        let old = pattern(Self.chunk + 5)
        try bench.write(old, .named("x"), .complete)
        let handle = try bench.files.open(.named("x"))
        #expect(throws: KeystoreError(.duplicateItem)) { _ = try bench.files.create(.named("x")) }
        do {
            var abandoned = try bench.files.create(.named("x"), replaces: true)
            try abandoned.write([7].span)
        }
        #expect(try bench.read(.named("x")) == old)
        try bench.write([7], .named("x"), FileProtection.none)
        #expect(try bench.read(.named("x")) == [7])
        var octets = [UInt8](repeating: 0, count: old.count)
        var span = octets.mutableSpan
        #expect(try handle.read(at: 0, into: &span) == old.count)
        #expect(octets == old)
        #expect(try Shell.names(bench.store.storePath + "/files").count == 1)
    }

    @Test("Rotating seals a file again, and under another class if one is given")
    func rotation() throws {
        let bench = try FileBench()
        let content = pattern(Self.chunk * 2 + 9)
        try bench.write(content, bench.path("x"), .complete, hidesName: true)
        let path = try bench.files.attributes(bench.path("x")).path
        let before = try Shell.read(path)
        try bench.files.rotate(bench.path("x"))
        let after = try Shell.read(path)
        #expect(before.count == after.count && before[32...] != after[32...])
        try bench.files.rotate(bench.path("x"), to: FileProtection.none)
        #expect(try bench.files.attributes(bench.path("x")).protection == .none)
        #expect(try bench.read(bench.path("x")) == content)
    }

    @Test("Other files are neither read, replaced nor deleted")
    func foreignFiles() throws {
        let bench = try FileBench()
        let path = bench.store.directory + "/plain"
        try Shell.write(Array("plain".utf8), path)
        #expect(throws: KeystoreError(.decoding)) { try bench.files.delete(.path(path)) }
        #expect(throws: KeystoreError(.decoding)) { _ = try bench.files.create(.path(path), replaces: true) }
        #expect(throws: KeystoreError(.decoding)) { _ = try bench.files.open(.path(path)) }
        #expect(try bench.names(in: bench.store.directory).isEmpty)
        #expect(try Shell.read(path) == Array("plain".utf8))
        let other = try FileBench()
        try other.write([1], .path(path + "-of-another-store"), .complete)
        #expect(throws: KeystoreError(.decoding)) { try bench.files.delete(.path(path + "-of-another-store")) }
        #expect(throws: KeystoreError(.itemNotFound)) { _ = try bench.files.open(.named("plain")) }
        #expect(throws: KeystoreError(.invalidParameter)) { _ = try bench.files.create(.named("")) }
        #expect(throws: KeystoreError(.invalidParameter)) { _ = try bench.files.create(.path("relative")) }
    }
}

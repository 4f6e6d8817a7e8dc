import Glibc
import JetonKeystoreBase
import Testing

@testable import JetonKeystore

@Suite("Protected files under kill -9")
struct SlowProtectedFileTests {
    @Test("A process that is killed while it replaces a file leaves one of them whole, and no plain text")
    func killed() throws {
        let store = try TestStore()
        let keychain = try store.create()
        let files = ProtectedFiles(keychain)
        let place = store.directory + "/place"
        try #require(unsafe mkdir(place, 0o700) == 0)
        let path = place + "/document"
        var contents: Set<UInt8> = []
        for _ in 0..<20 {
            let worker = try Worker.start("protect", store.storePath, "shared", path, "64")
            while unsafe access(path, F_OK) != 0 { usleep(1000) }
            usleep(UInt32.random(in: 0...60_000))
            kill(worker, SIGKILL)
            #expect(Shell.wait(worker) == -SIGKILL)
            let file = try files.open(.path(path))
            var octets = [UInt8](repeating: 0, count: Int(file.size))
            var span = octets.mutableSpan
            #expect(try file.read(at: 0, into: &span) == 64 * 65_536)
            let letter = try #require(octets.first)
            #expect(octets.allSatisfy { $0 == letter })
            contents.insert(letter)
            for name in try Shell.names(place) {
                let text = try Shell.read("\(place)/\(name)")
                #expect(text.firstRange(of: [UInt8](repeating: letter, count: 32)) == nil)
            }
        }
        // What died is gone, but for a name that the next writer takes away.
        var writer = try files.create(.path(path), replaces: true)
        try writer.write([1].span)
        try writer.finish()
        #expect(try Shell.names(place) == ["document"])
    }
}

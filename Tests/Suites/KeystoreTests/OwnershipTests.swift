import Glibc
import JetonKeystoreBase
import Testing

@testable import JetonKeystore

@Suite("Wrong modes and owners")
struct OwnershipTests {
    @Test(
        "A wrong mode is refused with the command that sets it right, and repair changes nothing",
        arguments: [("group.kvault", 0o600), ("group.prev", 0o600), ("", 0o700)] as [(String, mode_t)]
    )
    func modes(file: String, mode: mode_t) throws {
        let store = try TestStore(inMemory: true)
        let keychain = try store.create()
        for account in ["a", "b"] { try keychain.add(ItemAttributes(account: account), text: account) }
        let directory = "\(store.storePath)/vaults/\(TestStore.group("shared"))"
        let path = file.isEmpty ? directory : "\(directory)/\(file)"
        try #require(unsafe access(path, F_OK) == 0)
        let before = try ["group.kvault", "group.prev"].map { try Shell.read("\(directory)/\($0)") }
        try #require(unsafe chmod(path, mode | 0o044) == 0)
        let opened = try store.open()
        #expect(opened.verify().findings.contains { $0.text.contains("mode") })
        do {
            _ = try opened.repair(TestStore.group("shared"))
            Issue.record("repair used a file with a wrong mode")
        } catch {
            #expect(error.code == .notAvailable)
            let command = "chmod \(file.isEmpty ? "0700" : "0600") '\(path)'"
            #expect(error.hint?.contains(command) == true, "\(error.hint ?? "")")
        }
        #expect(try ["group.kvault", "group.prev"].map { try Shell.read("\(directory)/\($0)") } == before)
        try #require(unsafe chmod(path, mode) == 0)
        #expect(try store.open().text(ItemQuery(account: "a")) == "a")
    }
}

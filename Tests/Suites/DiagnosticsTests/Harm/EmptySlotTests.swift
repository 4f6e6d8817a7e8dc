import JetonDiagnostics
import Testing
import TokenKit

@Suite("An empty slot is not set up over a store that may be there")
struct EmptySlotTests {
    private static let module = "/usr/lib/softhsm/libsofthsm2.so"

    private func probe(path: String = module) throws -> FixtureProbe {
        let probe = try FixtureProbe(TokenFixture(path: path, label: "", serial: "", flags: 0))
        probe.put(.octets(SoundLibrary.octets), at: path)
        return probe
    }

    private func words(_ finding: Finding) -> String {
        finding.remedies.flatMap { [$0.text.full] + $0.commands(on: .debian).map(\.text) }.joined(separator: "\n")
    }

    @Test(
        "A store in software is never said to be new: it may be another, lost or closed",
        arguments: [module, "/usr/lib/pkcs11/libtpm2_pkcs11.so"]
    )
    func software(_ path: String) throws {
        let probe = try probe(path: path)
        probe.write("directories.tokendir = /srv/tokens\n", to: "/etc/softhsm/softhsm2.conf")
        probe.put(.directory, at: "/srv/tokens")
        let found = try #require(examine(probe).findings.first { $0.id == "token-uninitialized" })
        let words = words(found)
        for harm in ["init", "erase", "set it up"] { #expect(!words.contains(harm), "\(words)") }
        #expect(!found.remedies.contains { $0.needs.contains(.loss) })
        #expect(words.contains("mount or restore"), "\(words)")
    }

    @Test("Tokens that are in SoftHSM's directory and are not shown are named, with their number")
    func unread() throws {
        let probe = try probe()
        probe.write("directories.tokendir = /srv/tokens\n", to: "/etc/softhsm/softhsm2.conf")
        probe.write("x", to: "/srv/tokens/51f9b7a9-bb33-4d1c-a9f3-1c6ee5e6c000/token.object")
        let found = try #require(examine(probe).findings.first { $0.id == "token-uninitialized" })
        #expect(found.summary.full.contains("although tokens are in /srv/tokens"), "\(found.summary.full)")
        #expect(found.remedies.first?.commands.map(\.text) == ["ls -la /srv/tokens"])
    }

    @Test("Tokens in another usual directory are named, too")
    func elsewhere() throws {
        let probe = try probe()
        probe.variables["SOFTHSM2_CONF"] = "/srv/fresh.conf"
        probe.write("directories.tokendir = /srv/fresh\n", to: "/srv/fresh.conf")
        probe.put(.directory, at: "/srv/fresh")
        probe.write("x", to: "/var/lib/softhsm/tokens/51f9b7a9-bb33-4d1c-a9f3-1c6ee5e6c000/token.object")
        let found = try #require(examine(probe).findings.first { $0.id == "token-uninitialized" })
        #expect(found.summary.full.contains("although tokens are in /var/lib/softhsm/tokens"), "\(found.summary.full)")
        #expect(found.evidence.contains { $0.name.full == "/srv/fresh" && $0.value.full == "tokens: 0" })
    }

    @Test("A device is set up by its owner alone: no command erases it")
    func device() throws {
        let probe = try FixtureProbe(TokenFixture(label: "", serial: "1", flags: 0))
        let found = try #require(examine(probe).findings.first { $0.id == "token-uninitialized" })
        #expect(found.remedies.flatMap(\.commands).isEmpty)
    }
}

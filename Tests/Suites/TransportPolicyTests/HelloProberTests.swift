import Foundation
import JetonNetwork
import TestRig
import Testing

@testable import TransportPolicy

@Suite("What hellos find out of servers, strict and weak ones")
struct HelloProberTests {
    private func capabilities(_ server: WeakServer) async throws -> ServerCapabilities {
        let prober = HelloProber(client: try await server.client(), url: try server.url)
        return try await onOwnThread {
            defer { withExtendedLifetime(server) {} }
            return try prober.capabilities()
        }
    }

    @Test(
        "A strict server of GnuTLS's takes the hello",
        arguments: ["NORMAL:%SAFE_RENEGOTIATION", "NORMAL:%FORCE_ETM", "NORMAL"]
    )
    func strict(priority: String) async throws {
        let found = try await capabilities(WeakServer(gnutlsPriority: priority))
        #expect(found.acceptedVersions.map(\.version).contains([0x0303, 0x0304]), "\(found.acceptedVersions)")
    }

    @Test(
        "Suites that few servers have are seen, and count for their versions",
        arguments: [
            ("AES128-CCM", CipherSuiteClass.ccm), ("DHE-RSA-AES256-CCM8", .ccm), ("CAMELLIA128-SHA", .otherCipher),
            ("ECDHE-RSA-CAMELLIA256-SHA384", .otherCipher), ("ARIA128-GCM-SHA256", .otherCipher),
            ("NULL-SHA256", .noEncryption), ("ECDHE-RSA-NULL-SHA", .noEncryption), ("ADH-AES128-SHA256", .anonymous),
            ("AECDH-AES128-SHA", .anonymous), ("PSK-AES128-CBC-SHA", .preShared),
        ]
    )
    func unusual(cipher: String, kind: CipherSuiteClass) async throws {
        let server = try await WeakServer(["-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0", "-psk", "1a2b3c4d"])
        let found = try await capabilities(server)
        #expect(found.acceptedVersions.map(\.version) == [0x0303])
        #expect(found.suites.keys.map(\.rawValue) == [kind.rawValue])
        // openssl names the same suite.
        let output = try await ChildProcess.run(["openssl", "ciphers", "-V", "-stdname", "\(cipher):@SECLEVEL=0"])
        let name = try #require(found.suites[kind]?.suite.map(CipherSuiteName.name))
        #expect(output.text.contains(" \(name) "), "\(name)")
    }

    @Test("Suites have OpenSSL's standard names, and each is in one class")
    func names() async throws {
        let all = CipherSuiteClass.usual + CipherSuiteClass.unusual
        #expect(Set(all).count == all.count)
        for suite in all + CipherSuiteClass.newest {
            #expect(CipherSuiteName.name(suite).hasPrefix("TLS_"), "\(suite)")
        }
        let output = try await ChildProcess.run([
            "openssl", "ciphers", "-V", "-stdname", "ALL:COMPLEMENTOFALL:@SECLEVEL=0",
        ])
        var known = 0
        for line in output.text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let octets = words[0].split(separator: ",").compactMap { UInt16($0.dropFirst(2), radix: 16) }
            guard octets.count == 2, words.count > 2, all.contains(octets[0] << 8 | octets[1]) else { continue }
            #expect(CipherSuiteName.name(octets[0] << 8 | octets[1]) == words[2])
            known += 1
        }
        #expect(known > 100)
    }

    @Test("A server that answers with a suite which was not offered speaks no version")
    func notOffered() {
        var answer = ServerAnswer()
        answer.version = 0x0303
        answer.suite = 0xC02F
        let offered: [UInt16] = [0xC02F, 0xC030]
        #expect(ServerCapabilities.VersionAnswer(version: 0x0303, answer: answer, offered: offered).isAccepted)
        answer.suite = 0x1301
        #expect(!ServerCapabilities.VersionAnswer(version: 0x0303, answer: answer, offered: offered).isAccepted)
    }

    @Test(
        "Whether a client certificate is asked for is known only if the server has said all",
        arguments: [true, false]
    )
    func wholeFlight(isWhole: Bool) {
        var reader = ServerHelloReader()
        let hello: [UInt8] = [2, 0, 0, 38, 3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0xC0, 0x2F, 0]
        let messages = hello + (isWhole ? [14, 0, 0, 0] : [])
        reader.read(([22, 3, 3, 0, UInt8(messages.count)] + messages)[...])
        let made = ServerCapabilities.VersionAnswer(version: 0x0303, answer: reader.answer, offered: [0xC02F])
        #expect(ServerCapabilities(versions: [made], suites: [:]).hasWholeFlight == isWhole)
    }

    @Test("No hello has a length at which old devices hang", arguments: [0x0300, 0x0301, 0x0303, 0x0304] as [UInt16])
    func lengths(version: UInt16) {
        for count in 1...250 {
            let hello = ClientHello(version: version, suites: (0..<UInt16(count)).map { $0 }, serverName: "a.example")
            let bytes = hello.bytes
            #expect(
                bytes.count == 5 + Int(bytes[3]) << 8 + Int(bytes[4])
                    && bytes.count == 9 + Int(bytes[7]) << 8 + Int(bytes[8])
            )
            // SSL 3.0 has no extensions, and so no padding.
            if version > 0x0300 { #expect(!(256..<512).contains(bytes.count - 5), "\(count)") }
        }
    }
}

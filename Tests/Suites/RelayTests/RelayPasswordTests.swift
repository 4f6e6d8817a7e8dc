import Foundation
import JetonNetwork
import JetonOctets
import JetonRelay
import TestRig
import Testing

@Suite("Passwords of a relay's target")
struct RelayPasswordTests {
    private static func credentials(_ password: String, _ name: String = "user") -> NetworkCredentials {
        NetworkCredentials(name: name, password: Secret(copying: Array(password.utf8).span))
    }

    private func post(_ rig: RelayRig, _ path: String, _ count: Int) async throws -> String {
        let body = String(repeating: "x", count: count)
        let fields = "Content-Length: \(count)\r\nConnection: close\r\n"
        return try await rig.exchange(rig.head("POST \(path)", fields) + body)
    }

    @Test("NTLM goes ahead of the body, which is sent once; the next request needs no NTLM")
    func ntlm() async throws {
        let rig = try await RelayRig(ntlm: true) { $0.credentials = Self.credentials("Password1", "DOMAIN\\plain") }
        #expect(try await post(rig, "/", 200_000).hasSuffix("\r\n\r\nhello"))
        #expect(try await rig.server.next() == "negotiate with 0 bytes")
        #expect(try await rig.server.next() == "accepted DOMAIN\\plain with 200000 bytes")
        #expect(try await post(rig, "/", 10).hasSuffix("\r\n\r\nhello"))
        #expect(try await rig.status(rig.head("GET /", "Connection: close\r\n")) == 200)
        let handshakes = rig.told.count { event in if case .connected = event { true } else { false } }
        #expect(handshakes == 1)
    }

    @Test("A wrong password is sent once, and no answer or event has it")
    func wrong() async throws {
        let rig = try await RelayRig(ntlm: true) { $0.credentials = Self.credentials("Wr0ng-One", "DOMAIN\\plain") }
        let first = try await post(rig, "/", 10)
        #expect(first.hasPrefix("HTTP/1.1 502 ") && first.contains("refused the name or password"))
        for _ in 0..<3 {
            let later = try await post(rig, "/", 10)
            #expect(later.hasPrefix("HTTP/1.1 502 ") && later.contains("was already refused"))
            #expect(!later.contains("Wr0ng-One"))
        }
        #expect(try await rig.server.next() == "negotiate with 0 bytes")
        #expect(try await rig.server.next().hasPrefix("refused") == true)
        #expect(!"\(rig.told)".contains("Wr0ng-One") && !"\(rig.told)".contains(rig.secret))
    }

    @Test("A target that authenticates each request is told ahead of each body, once it has asked")
    func eachTime() async throws {
        let rig = try await RelayRig(ntlm: true, asksEachTime: true) {
            $0.credentials = Self.credentials("Password1", "DOMAIN\\plain")
        }
        var statuses: [String] = []
        for _ in 0..<4 { statuses.append(String(try await post(rig, "/", 1000).dropFirst(9).prefix(3))) }
        // This server does not say that it takes no body, so that the second one is lost.
        #expect(statuses == ["200", "502", "200", "200"])
    }

    @Test("Basic goes with the head; a refusal comes before the body")
    func basic() async throws {
        let rig = try await RelayRig { settings in
            settings.credentials = Self.credentials("Pa55word")
            settings.scheme = .basic
        }
        #expect(try await post(rig, "/basic", 100_000).contains(#""length": 100000"#))
        let wrong = try await RelayRig { settings in
            settings.credentials = Self.credentials("other")
            settings.scheme = .basic
        }
        for words in ["refused the name or password", "was already refused"] {
            let answer = try await post(wrong, "/basic", 100_000)
            #expect(answer.hasPrefix("HTTP/1.1 502 ") && answer.contains(words))
        }
        #expect(try await wrong.server.next() == "POST /basic")
    }

    @Test("A target that does not ask for NTLM gets no body for it")
    func unasked() async throws {
        let rig = try await RelayRig { $0.credentials = Self.credentials("Pa55word") }
        #expect(try await post(rig, "/echo", 10).hasPrefix("HTTP/1.1 502 "))
        #expect(try await rig.status(rig.head("GET /echo", "Connection: close\r\n")) == 200)
    }
}

import JetonDiagnostics
import Testing

@Suite("Checks of the network, on fixtures")
struct NetworkCheckTests {
    typealias Server = NetworkSurvey.Server

    private static func server(_ host: String = "server.example", _ change: (inout Server) -> Void) -> Server {
        var server = Server(url: "https://\(host)/", host: host)
        change(&server)
        return server
    }

    private func found(_ servers: [Server], proxyFailure: String? = nil, now: Int64? = nil) -> [Finding] {
        let probe = FixtureProbe()
        var survey = NetworkSurvey()
        survey.servers = servers
        survey.proxyFailure = proxyFailure
        probe.networkSurvey = survey
        if let now { probe.now = now }
        return examine(probe).findings.filter { $0.layer == .network }
    }

    @Test("Without a server that was named nothing is looked at")
    func nothing() {
        #expect(found([]).isEmpty)
        let entries = examine(FixtureProbe()).entries.filter { $0.page.layer == .network }
        #expect(entries.count == 7)
        for entry in entries {
            guard case .done(.irrelevant) = entry.result else {
                Issue.record("\(entry.page.id)")
                continue
            }
        }
    }

    @Test(
        "Each obstacle is named by its own check",
        arguments: [
            (Server.Obstacle.name("host not found"), "network-name"), (.connection("refused"), "network-connection"),
            (.proxy("status 403"), "network-proxy"), (.handshake("alert 40"), "network-tls"),
            (.trust("unknown authority"), "network-tls"), (.response("malformed"), "network-tls"),
        ]
    )
    func obstacles(obstacle: Server.Obstacle, id: String) {
        let findings = found([
            Self.server {
                $0.obstacle = obstacle
                $0.proxy = "proxy.example:3128"
            }
        ])
        #expect(findings.map(\.id.rawValue) == [id])
        #expect(findings.first?.severity == .failure)
    }

    @Test("A proxy that can't be read is a failure without a server, too")
    func proxy() {
        #expect(found([], proxyFailure: "the scheme").map(\.id) == ["network-proxy"])
    }

    @Test(
        "The clock is wrong if all servers say so, and proven so by two",
        arguments: [
            ([0, 10], nil), ([301], Confidence.likely), ([4000, 4010], .proven), ([-4000, -4001], .proven),
            ([4000, 0], nil), ([4000, -4000], nil), ([], nil),
        ] as [([Int64], Confidence?)]
    )
    func clock(differences: [Int64], confidence: Confidence?) {
        let now: Int64 = 1_780_000_000
        let servers = differences.enumerated().map { index, difference in
            Self.server("s\(index).example") { $0.date = now + difference }
        }
        let finding = found(servers, now: now).first { $0.id == "network-clock" }
        #expect(finding?.confidence == confidence)
    }

    @Test("A server that asks for a certificate is named if no token has one, and revocation that can't be asked")
    func warnings() {
        let findings = found([
            Self.server {
                $0.asksForCertificate = true
                $0.revocation = [("http://ocsp.example/", "timed out"), ("http://crl.example/a.crl", nil)]
            }
        ])
        #expect(Set(findings.map(\.id)) == ["network-client-certificate", "network-revocation"])
        #expect(findings.allSatisfy { $0.severity == .warning })
    }
}

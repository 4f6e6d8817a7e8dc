internal import JetonASN1
internal import JetonDiagnostics
internal import JetonNetwork
internal import JetonOctets
internal import JetonX509
internal import TransportPolicy

/// Makes the connections of the doctor's layer "network".
struct NetworkSurveyor {
    /// What is asked for, each `https` or `http`.
    let urls: [HTTPURL]
    let options: NetworkOptions

    /// Answers that come from a proxy or gateway, not from a server behind it.
    private static let gatewayFailures: Set<Int> = [407, 502, 503, 504]

    /// Connects to each server.
    ///
    /// - Parameter tick: Called between connections.
    /// - Returns: What came of them.
    func survey(_ tick: () -> Void) -> NetworkSurvey {
        var survey = NetworkSurvey()
        var timeouts = NetworkTimeouts()
        timeouts.connect = .seconds(5)
        timeouts.firstByte = .seconds(5)
        timeouts.stall = .seconds(5)
        timeouts.total = .seconds(10)
        let access: NetworkAccess
        do {
            access = try NetworkAccess(options, timeouts: timeouts)
        } catch {
            survey.proxyFailure = ErrorReport.describe(error).message
            return survey
        }
        for url in urls {
            tick()
            survey.servers.append(look(at: url, access, tick))
        }
        return survey
    }

    private func look(at url: HTTPURL, _ access: NetworkAccess, _ tick: () -> Void) -> NetworkSurvey.Server {
        var server = NetworkSurvey.Server(url: url.description, host: url.host)
        server.proxy = access.client.proxy(for: url)
        let examination: TLSExamination
        do throws(NetworkError) {
            examination = try access.client.examine(url, rules: TLSRules())
        } catch {
            server.obstacle = NetworkSurveyor.obstacle(error)
            return server
        }
        if let facts = examination.facts {
            server.version = facts.version.description
            server.asksForCertificate = facts.isCertificateRequested
            server.authorities = facts.authorities.map(\.derRepresentation)
            if let own = facts.peerCertificates.first {
                let (start, end) = (own.notBefore.secondsSince1970, own.notAfter.secondsSince1970)
                if start <= end { server.validity = start...end }
            }
        }
        if let why = examination.distrust {
            server.obstacle = .trust(why)
            return server
        }
        switch examination.response {
        case .success(let head)?:
            server.date = head.fields.values("Date").first.flatMap(HTTPDate.seconds)
        case .failure(let error)?: server.obstacle = .response(error.description)
        case nil: break
        }
        for address in NetworkSurveyor.revocation(of: examination.facts?.peerCertificates.first) {
            tick()
            server.revocation.append((address, failure(of: address, access)))
        }
        return server
    }

    private static func obstacle(_ error: NetworkError) -> NetworkSurvey.Server.Obstacle {
        let words = error.description
        return switch error.code {
        case .hostNotFound: .name(words)
        case .authenticationRequired, .authenticationFailed, .proxyRefused: .proxy(words)
        // Over TLS only the proxy speaks HTTP before the handshake.
        case .malformedMessage, .versionNotSupported: .proxy(words)
        case .unreachable, .timedOut, .addressNotAllowed: .connection(words)
        default: .handshake(words)
        }
    }

    /// At most four addresses where revocation of a certificate is asked.
    private static func revocation(of certificate: Certificate?) -> ArraySlice<String> {
        guard let certificate else { return [] }
        let lists = certificate.distributionPoints.flatMap(\.urls)
        return (certificate.accessURLs(.ocspAccess) + lists).prefix(4)
    }

    private func failure(of address: String, _ access: NetworkAccess) -> String? {
        do throws(NetworkError) {
            // The server's certificate names the address.
            let examination = try access.client.examine(HTTPURL(address), rules: TLSRules(), reach: .publicHosts)
            guard case .success(let head)? = examination.response else { return "no response" }
            // Whatever the server says of a request without a question: it was reached.
            return NetworkSurveyor.gatewayFailures.contains(head.status) ? "status \(head.status)" : nil
        } catch {
            return error.description
        }
    }
}

package import JetonNetwork

/// Finds out what a server has by first messages of handshakes, which need no cryptography.
///
/// A connection each: one or two for each of the versions from SSL 3.0 to TLS 1.3, and one for each ``CipherSuiteClass``.
package struct HelloProber: Sendable {
    private static let waiting = Duration.seconds(3)
    private let client: HTTPClient
    private let url: HTTPURL

    /// Prepares to ask a server.
    ///
    /// - Parameters:
    ///   - client: Makes the connections.
    ///   - url: An `https` URL of the server.
    package init(client: HTTPClient, url: HTTPURL) {
        self.client = client
        self.url = url
    }

    /// Asks for everything.
    ///
    /// - Throws: ``NetworkError`` if no connection can be made, or nothing answers; what the server does to a
    ///   connection is an answer.
    package func capabilities() throws(NetworkError) -> ServerCapabilities {
        var versions: [ServerCapabilities.VersionAnswer] = []
        var isSilent = true
        for version in [0x0303, 0x0304, 0x0302, 0x0301, 0x0300] as [UInt16] {
            let suites = version == 0x0304 ? CipherSuiteClass.newest : CipherSuiteClass.usual
            let reply = try reply(version, suites)
            isSilent = isSilent && reply.isSilent
            // Not for each version again.
            if isSilent, version == 0x0304 {
                throw NetworkError(.timedOut, "\(url.host) does not answer a ClientHello")
            }
            var answer = ServerCapabilities.VersionAnswer(version: version, answer: reply.answer, offered: suites)
            if !answer.isAccepted, version < 0x0304, !reply.isSilent, reply.answer?.isMalformed != true {
                let others = CipherSuiteClass.unusual
                let second = ServerCapabilities.VersionAnswer(
                    version: version,
                    answer: try ask(version, others),
                    offered: others
                )
                if second.isAccepted { answer = second }
            }
            versions.append(answer)
        }
        versions.sort { $0.version < $1.version }
        var suites: [CipherSuiteClass: ServerAnswer] = [:]
        if let version = versions.last(where: { $0.isAccepted && $0.version <= 0x0303 })?.version {
            for kind in CipherSuiteClass.allCases {
                guard let answer = try ask(version, kind.suites), let suite = answer.suite, kind.suites.contains(suite)
                else { continue }
                suites[kind] = answer
            }
        }
        return ServerCapabilities(versions: versions, suites: suites)
    }

    /// Says hello once.
    ///
    /// - Returns: What came back; nil for nothing.
    /// - Throws: ``NetworkError`` if no connection can be made.
    package func ask(_ version: UInt16, _ suites: [UInt16]) throws(NetworkError) -> ServerAnswer? {
        try reply(version, suites).answer
    }

    private func reply(
        _ version: UInt16,
        _ suites: [UInt16]
    ) throws(NetworkError) -> (answer: ServerAnswer?, isSilent: Bool) {
        let socket = try client.connect(to: url)
        defer { socket.close() }
        let deadline = Deadline.after(HelloProber.waiting)
        let name = TLSServerName.indication(url.host)
        let hello = ClientHello(version: version, suites: suites, serverName: name)
        var reader = ServerHelloReader()
        var isSilent = false
        do throws(NetworkError) {
            try socket.write(hello.bytes, by: deadline)
            // Bytes that keep coming are read without a look at the time.
            while !reader.isComplete, deadline.milliseconds > 0 {
                let bytes = try socket.read(16_384, by: deadline)
                if bytes.isEmpty { break }
                reader.read(bytes[...])
            }
        } catch {
            // A server that ends the connection has answered too.
            isSilent = error.code == .timedOut && reader.answer == ServerAnswer()
        }
        return (reader.answer == ServerAnswer() ? nil : reader.answer, isSilent)
    }
}

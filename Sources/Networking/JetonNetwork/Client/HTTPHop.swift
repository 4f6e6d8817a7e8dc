/// One request to one server: the connection, the proxy in between, and the authentications.
struct HTTPHop {
    private let client: HTTPClient
    private let request: HTTPRequest
    private let url: HTTPURL
    private let deadline: Deadline
    private let proxy: ProxySettings.Server?
    private var proxyExchange: AuthenticationExchange
    private var serverExchange: AuthenticationExchange
    private var restarts = 0

    init(client: HTTPClient, request: HTTPRequest, url: HTTPURL, deadline: Deadline) {
        self.client = client
        self.request = request
        self.url = url
        self.deadline = deadline
        proxy = client.settings.proxies.server(for: url)
        proxyExchange = AuthenticationExchange(
            .proxy,
            host: proxy?.host ?? "",
            credentials: proxy?.credentials,
            deadline: deadline
        )
        // Not in clear, and not to a server that a redirect names.
        let mayAuthenticate = url.isSecure && url.isSameOrigin(as: request.url)
        serverExchange = AuthenticationExchange(
            .server,
            host: url.host,
            credentials: mayAuthenticate ? request.credentials : nil,
            deadline: deadline
        )
    }

    /// Sends the request until the response is not a question for a password.
    ///
    /// - Returns: The connection, whose next bytes are the body's.
    mutating func run() throws(NetworkError) -> (HTTPConnection, HTTPResponseHead, HTTPFraming) {
        if request.credentials != nil, !url.isSecure {
            throw NetworkError(.authenticationRequired, "a password is sent only over https, but \(url.host) uses http")
        }
        defer {
            proxyExchange.settle(accepted: nil)
            serverExchange.settle(accepted: nil)
        }
        var connection = try open()
        // Each side asks at most three times, and NTLM is begun again once.
        for _ in 0..<10 {
            var isAnswered = false
            do throws(NetworkError) {
                try send(over: connection)
                let (head, framing) = try connection.response(to: request.method)
                isAnswered = true
                let isProxied = proxy != nil && !url.isSecure
                let endPoint = (connection.channel as? TLSConnection)?.serverEndPoint
                let again: Bool
                if isProxied, head.status == 407 {
                    again = try proxyExchange.needsAnother(head, endPoint: nil)
                } else {
                    proxyExchange.settle(accepted: true)
                    again = try needsAnother(head, endPoint: endPoint)
                }
                guard again else { return (connection, head, framing) }
                try connection.body(framing, limit: 65_536) { _ in }
            } catch {
                connection.channel.close()
                guard error.code == .connectionClosed, isBound else { throw error.naming(url.host) }
                guard isAnswered else {
                    throw proxyExchange.endWithoutAnswer() ?? serverExchange.endWithoutAnswer() ?? error
                }
                try restart()
                connection = try open()
                continue
            }
            if !connection.isReusable {
                connection.channel.close()
                if isBound { try restart() }
                connection = try open()
            }
        }
        connection.channel.close()
        throw NetworkError(.authenticationFailed, "\(url.host) asks for the password repeatedly")
    }

    private mutating func needsAnother(_ head: HTTPResponseHead, endPoint: [UInt8]?) throws(NetworkError) -> Bool {
        // Without credentials a 401 is an answer like others.
        guard serverExchange.hasCredentials else { return false }
        return try serverExchange.needsAnother(head, endPoint: endPoint)
    }

    private var isBound: Bool { proxyExchange.isBound || serverExchange.isBound }

    /// NTLM belongs to its connection, which has ended: once more from the start.
    private mutating func restart() throws(NetworkError) {
        restarts += 1
        guard restarts == 1 else {
            throw NetworkError(
                .authenticationFailed,
                "the connection was closed in the middle of NTLM; a proxy in between may not keep connections open"
            )
        }
        if proxyExchange.isBound { proxyExchange.restart() }
        if serverExchange.isBound { serverExchange.restart() }
    }

    private func send(over connection: HTTPConnection) throws(NetworkError) {
        var fields = HTTPFields()
        try fields.add("Host", url.authority)
        for field in request.fields.all { try fields.add(field.name, field.value) }
        if let answer = serverExchange.answer { try fields.add(serverExchange.place.answer, answer) }
        var target = url.target
        var isWithheld = serverExchange.withholdsBody
        if proxy != nil, !url.isSecure {
            target = "http://\(url.authority)\(url.target)"
            if let answer = proxyExchange.answer { try fields.add(proxyExchange.place.answer, answer) }
            isWithheld = isWithheld || proxyExchange.withholdsBody
        }
        let body = isWithheld ? [] : request.body
        if !request.body.isEmpty || request.method == "POST" { try fields.add("Content-Length", "\(body.count)") }
        if !serverExchange.hasCredentials, !proxyExchange.hasCredentials || url.isSecure {
            try fields.add("Connection", "close")
        }
        try connection.send(HTTPRequestHead(request.method, target, fields), body: body)
    }

    // MARK: - Connections

    private mutating func open() throws(NetworkError) -> HTTPConnection {
        guard url.isSecure else { return connection(try openSocket()) }
        return connection(try openSecurely())
    }

    /// Connects and makes the handshake.
    mutating func openSecurely() throws(NetworkError) -> TLSConnection {
        try tls(over: openSocket(), client.tls(for: url.host))
    }

    private func tls(over socket: TCPConnection, _ client: TLSClient) throws(NetworkError) -> TLSConnection {
        let handshake = min(deadline, .after(self.client.settings.timeouts.connect))
        return try TLSConnection(over: socket, host: url.host, client: client, by: handshake)
    }

    /// Connects to the server, or to the proxy for `http`, or through the proxy for `https`.
    mutating func openSocket() throws(NetworkError) -> TCPConnection {
        let limit = min(deadline, .after(client.settings.timeouts.connect))
        let socket: TCPConnection
        if let proxy {
            try check(nameForProxy: url.host)
            socket = try connect(proxy.host, proxy.port, reach: .everywhere, limit)
        } else {
            socket = try connect(url.host, url.port, reach: request.reach, limit)
        }
        client.settings.contacted?(
            NetworkContact(
                host: url.host,
                port: url.port,
                proxy: proxy.map { HostAndPort(host: $0.host, port: $0.port).text },
                address: socket.address
            )
        )
        return url.isSecure && proxy != nil ? try tunnel(socket) : socket
    }

    /// Makes one connection with rules of its own, and asks for the URL if the server is trusted.
    mutating func examine(_ rules: TLSRules) throws(NetworkError) -> TLSExamination {
        let socket = try openSocket()
        var made: TLSConnection?
        if url.isSecure {
            // No key signs for a server that may not be trusted.
            let trust = client.settings.trust
            let observer = try TLSClient(trust: trust, rules: rules, identity: nil, isObserver: true)
            made = try tls(over: socket, observer)
        }
        let channel: any ByteChannel = made ?? socket
        defer { channel.close() }
        var examination = TLSExamination(
            address: socket.address,
            facts: try made?.facts(),
            distrust: made?.distrust,
            response: nil
        )
        guard examination.distrust == nil else { return examination }
        let exchange = connection(channel)
        do throws(NetworkError) {
            try send(over: exchange)
            examination.response = .success(try exchange.response(to: request.method).head)
            // A server of TLS 1.3 may ask for a certificate only now.
            examination.facts = try made?.facts()
        } catch {
            examination.response = .failure(error)
        }
        return examination
    }

    private func connection(_ channel: any ByteChannel) -> HTTPConnection {
        HTTPConnection(channel, timeouts: client.settings.timeouts, deadline: deadline)
    }

    /// Resolves and connects; the address that was judged is the one that is used.
    private func connect(
        _ host: String,
        _ port: UInt16,
        reach: HTTPRequest.Reach,
        _ limit: Deadline
    ) throws(NetworkError) -> TCPConnection {
        let addresses: [IPAddress]
        if let address = IPAddress(host) {
            addresses = [address]
        } else {
            addresses = try client.settings.resolver.addresses(of: host, by: limit)
        }
        guard reach == .everywhere || addresses.allSatisfy(\.isPublic) else {
            throw NetworkError(.addressNotAllowed, "\(host) is this machine or a host in a private network")
        }
        return try TCPConnection(to: addresses, port: port, by: limit)
    }

    /// Over a proxy only the name can be judged: its address is found there.
    private func check(nameForProxy host: String) throws(NetworkError) {
        guard request.reach == .publicHosts else { return }
        guard IPAddress(host)?.isPublic ?? PublicName.isPublic(host) else {
            throw NetworkError(.addressNotAllowed, "\(host) is this machine or a host in a private network")
        }
    }

    /// Asks the proxy for a connection to the server.
    private mutating func tunnel(_ first: TCPConnection) throws(NetworkError) -> TCPConnection {
        var socket = first
        let target = HostAndPort(host: url.host, port: url.port).text
        for _ in 0..<8 {
            var timeouts = client.settings.timeouts
            timeouts.firstByte = timeouts.connect
            let connection = HTTPConnection(socket, timeouts: timeouts, deadline: deadline)
            var again = false
            do throws(NetworkError) {
                var fields = HTTPFields()
                try fields.add("Host", target)
                if let answer = proxyExchange.answer { try fields.add(proxyExchange.place.answer, answer) }
                try connection.send(HTTPRequestHead("CONNECT", target, fields), body: [])
                let (head, framing) = try connection.response(to: "CONNECT")
                again = try proxyExchange.needsAnother(head, endPoint: nil)
                if !again {
                    guard 200..<300 ~= head.status else {
                        throw NetworkError(.proxyRefused, "it answered \(head.status) to CONNECT \(target)")
                    }
                    guard !connection.hasPending else {
                        throw NetworkError(.malformedMessage, "bytes before the tunnel's first")
                    }
                    return socket
                }
                try connection.body(framing, limit: 65_536) { _ in }
            } catch {
                socket.close()
                guard error.code == .connectionClosed, proxyExchange.isBound else { throw error }
                guard again else { throw proxyExchange.endWithoutAnswer() ?? error }
            }
            if again, connection.isReusable { continue }
            socket.close()
            if again, proxyExchange.isBound { try restart() }
            guard let proxy else { break }
            let limit = min(deadline, .after(client.settings.timeouts.connect))
            socket = try connect(proxy.host, proxy.port, reach: .everywhere, limit)
        }
        throw NetworkError(.authenticationFailed, "the proxy asks for the password repeatedly")
    }
}

import JetonOctets

/// A host and a port as a URL has them.
struct HostAndPort: Hashable, Sendable {
    /// A name in lower case, or an address without brackets.
    let host: String
    let port: UInt16

    /// Reads `host`, `host:port`, `[address]` or `[address]:port`.
    init(_ text: some StringProtocol, defaultPort: UInt16) throws(NetworkError) {
        let text = String(text)
        let hostText: Substring
        var portText: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw NetworkError(.invalidURL, "the host") }
            hostText = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw NetworkError(.invalidURL, "the host") }
            if !rest.isEmpty { portText = rest.dropFirst() }
            guard IPAddress(String(hostText))?.bytes.count == 16 else { throw NetworkError(.invalidURL, "the host") }
        } else {
            hostText = text.prefix { $0 != ":" }
            if hostText.endIndex < text.endIndex { portText = text[hostText.endIndex...].dropFirst() }
            let isName = hostText.utf8.allSatisfy { byte in
                byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A
                    || byte == 0x2D || byte == 0x2E || byte == 0x5F
            }
            guard !hostText.isEmpty, hostText.utf8.count <= 253, isName, !hostText.hasPrefix("."),
                !hostText.contains("..")
            else { throw NetworkError(.invalidURL, "the host") }
        }
        if let portText, !portText.isEmpty {
            guard portText.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = UInt16(portText), number > 0
            else {
                throw NetworkError(.invalidURL, "the port")
            }
            port = number
        } else {
            port = defaultPort
        }
        host = hostText.lowercased()
    }

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// As CONNECT has it.
    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

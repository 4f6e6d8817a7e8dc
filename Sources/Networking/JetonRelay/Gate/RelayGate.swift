import JetonNetwork
import JetonOctets

/// Decides which requests pass, and what of them.
///
/// A page in a browser can send requests to the loopback, with any path and body: it knows no secret, its requests say
/// whence they come, and those of a name that was rebound to this machine have another host.
///
/// - SeeAlso: RFC 9110, 7; Fetch Metadata Request Headers; RFC 9112, 3.2.
struct RelayGate: Sendable {
    /// Fields that belong to one connection, or speak for the client to a proxy.
    static let hopFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "content-length", "http2-settings",
    ]

    private let settings: RelaySettings
    private let secret: RelaySecret
    private let authority: String
    /// The path of the target that stands before each request's, without a slash at its end.
    private let base: String

    /// Makes a gate for clients that reach the relay by an authority.
    init(_ settings: RelaySettings, secret: RelaySecret, authority: String) {
        self.settings = settings
        self.secret = secret
        self.authority = authority
        let path = settings.target.target
        base = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Judges a request.
    func admit(_ head: HTTPRequestHead) throws(RelayRefusal) -> RelayRequest {
        let hosts = head.fields.values("Host")
        guard hosts == [authority] else {
            throw RelayRefusal(hosts.count == 1 ? 421 : 400, "the Host field does not match the relay's address")
        }
        try checkOrigin(head)
        var path = try path(of: head.target)
        try checkSecret(head, &path)
        guard !["CONNECT", "TRACE"].contains(head.method) else {
            throw RelayRefusal(405, "this method is not relayed")
        }
        guard head.fields.values("Upgrade").isEmpty else {
            throw RelayRefusal(501, "upgrades to another protocol are not relayed")
        }
        try checkDots(path)
        let framing: HTTPFraming
        do throws(NetworkError) { framing = try HTTPFraming(head) } catch { throw RelayRefusal(request: error) }
        let expectations = head.fields.list("Expect")
        guard expectations.isEmpty || expectations == ["100-continue"] else {
            throw RelayRefusal(417, "an unknown expectation")
        }
        let options = head.fields.list("Connection")
        let fields = try fields(of: head)
        // It may be given twice by mistake; the target must not learn it.
        guard !secret.isContained(in: path), !fields.all.contains(where: { secret.isContained(in: $0.value) }) else {
            throw RelayRefusal(400, "the relay's secret would be sent to the target")
        }
        var request = RelayRequest(method: head.method, target: base + path, fields: fields, framing: framing)
        request.expectsContinuation = !expectations.isEmpty && !head.isVersion10 && request.hasBody
        request.persists = !head.isVersion10 && !options.contains("close")
        request.isVersion10 = head.isVersion10
        return request
    }

    private func checkOrigin(_ head: HTTPRequestHead) throws(RelayRefusal) {
        for origin in head.fields.values("Origin") where !settings.origins.contains(origin) {
            throw RelayRefusal(403, "a page from this origin may not use the relay")
        }
        for site in head.fields.values("Sec-Fetch-Site") where site != "none" && site != "same-origin" {
            throw RelayRefusal(403, "a page from another site may not use the relay")
        }
        let asks = head.fields.all.contains { $0.name.lowercased().hasPrefix("access-control-request-") }
        guard !asks else { throw RelayRefusal(403, "pages from other origins may not use the relay") }
    }

    /// The path and query of a target in origin form, or in absolute form with the relay's own host.
    private func path(of target: String) throws(RelayRefusal) -> Substring {
        // What is behind it counts for one server, and not for another.
        guard !target.contains("#") else { throw RelayRefusal(400, "the request target contains a fragment") }
        if target.hasPrefix("/") { return target[...] }
        let own = "http://\(authority)/"
        guard target.hasPrefix(own) else { throw RelayRefusal(400, "the request target does not belong to the relay") }
        return target.dropFirst(own.count - 1)
    }

    /// Takes the secret out of its field, or out of the first segment of the path.
    private func checkSecret(_ head: HTTPRequestHead, _ path: inout Substring) throws(RelayRefusal) {
        let given = head.fields.values(RelaySecret.field)
        if !given.isEmpty {
            guard given.count == 1, secret.matches(given[0][...]) else {
                throw RelayRefusal(403, "the relay's secret is wrong")
            }
            return
        }
        let segment = path.dropFirst().prefix { $0 != "/" && $0 != "?" }
        guard secret.matches(segment) else {
            throw RelayRefusal(403, "the relay's secret is missing: send it in the field \(RelaySecret.field)")
        }
        let rest = path[segment.endIndex...]
        path = rest.hasPrefix("/") ? rest : "/" + rest
    }

    /// A path of the target's must hold for all requests: none may climb out of it.
    private func checkDots(_ path: Substring) throws(RelayRefusal) {
        guard !base.isEmpty else { return }
        let plain = path.prefix { $0 != "?" }.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
            .replacing("%5c", with: "/").replacing("\\", with: "/")
        for segment in plain.split(separator: "/") {
            let name = segment.prefix { $0 != ";" }
            guard name != "..", name != "." else { throw RelayRefusal(400, "the path contains dot segments") }
        }
    }

    private func fields(of head: HTTPRequestHead) throws(RelayRefusal) -> HTTPFields {
        var fields = head.fields
        for field in head.fields.all {
            let name = field.name.lowercased()
            // A page whose address has the secret names it in Referer.
            let isOwn = ["host", "expect", "referer", RelaySecret.field.lowercased()].contains(name)
            let isWithheld =
                name == "authorization" && !settings.passesAuthorization || name == "cookie" && !settings.passesCookies
                || name.hasPrefix("proxy-") || name.hasPrefix("sec-fetch-")
            if isOwn || isWithheld { fields.remove(field.name) }
        }
        RelayGate.removeHopFields(&fields)
        do throws(NetworkError) {
            // RFC 9110, 7.6.3.
            try fields.add("Via", "\(head.isVersion10 ? "1.0" : "1.1") jeton")
        } catch { throw RelayRefusal(request: error) }
        return fields
    }

    /// Fields of a response that speak of the target's own host, or would let a page read it: a client at the relay's
    /// address must not take them for that address.
    private static let targetFields: Set<String> = [
        "alt-svc", "clear-site-data", "expect-ct", "nel", "public-key-pins", "report-to", "reporting-endpoints",
        "service-worker-allowed", "strict-transport-security",
    ]

    /// The fields of a response that go to the client, without those of the target's connection.
    static func fields(of head: HTTPResponseHead) -> HTTPFields {
        var fields = head.fields
        for field in head.fields.all {
            let name = field.name.lowercased()
            if targetFields.contains(name) || name.hasPrefix("access-control-") || name.hasPrefix("proxy-") {
                fields.remove(field.name)
            }
        }
        removeHopFields(&fields)
        return fields
    }

    /// Removes what belongs to one connection: the known fields and those that `Connection` names.
    static func removeHopFields(_ fields: inout HTTPFields) {
        for name in fields.list("Connection") + Array(hopFields) { fields.remove(name) }
    }
}

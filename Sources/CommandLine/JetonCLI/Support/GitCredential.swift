internal import JetonOctets

/// What git says to a credential helper: lines of a name, an equals sign and a value, up to an empty one.
///
/// - SeeAlso: gitcredentials(7) and git-credential(1), "INPUT/OUTPUT FORMAT".
struct GitCredential: ~Copyable {
    private let texts: [String: String]
    /// The password; empty if there is none.
    let password: Secret

    /// Reads a message; lines of other forms and other names are ignored, as the protocol says.
    ///
    /// - Throws: ``CommandError`` with exit code 2 for a value that is not text.
    init(_ input: borrowing Secret) throws(CommandError) {
        let fields = input.withBytes { Self.fields($0) }
        let names = ["protocol", "host", "path", "username", "password_expiry_utc"]
        var texts: [String: String] = [:]
        for (name, value) in fields where names.contains(name) {
            let octets = input.withBytes { input in value.map { input[$0] } }
            guard let text = String(validating: octets, as: UTF8.self), !text.contains("\0") else {
                throw .usage("git's \(name) is not valid text")
            }
            texts[name] = text
        }
        self.texts = texts
        let place = fields.last { $0.name == "password" }?.value ?? 0..<0
        password = input.withBytes { Secret(copying: $0.extracting(place)) }
    }

    /// The names, and where their values are.
    private static func fields(_ octets: Span<UInt8>) -> [(name: String, value: Range<Int>)] {
        var fields: [(name: String, value: Range<Int>)] = []
        var start = 0
        while start < octets.count {
            var end = start
            var sign: Int?
            while end < octets.count, octets[end] != UInt8(ascii: "\n") {
                if sign == nil, octets[end] == UInt8(ascii: "=") { sign = end }
                end += 1
            }
            if end == start { break }
            if let sign {
                let name = (start..<sign).map { octets[$0] }
                fields.append((String(decoding: name, as: UTF8.self), sign + 1..<end))
            }
            start = end + 1
        }
        return fields
    }

    /// Whether a password was given.
    var hasPassword: Bool { !password.isEmpty }
    /// The user's name; nil if none was given.
    var username: String? { texts["username"] }
    /// When the password expires, in seconds since 1970.
    var expiry: UInt64? { texts["password_expiry_utc"].flatMap { UInt64($0) } }

    /// The address as a service; nil without a protocol and a host or path.
    var service: String? {
        guard let scheme = texts["protocol"], !scheme.isEmpty else { return nil }
        let host = texts["host"] ?? ""
        let path = texts["path"].map { "/\($0)" } ?? ""
        return host.isEmpty && path.isEmpty ? nil : "\(scheme)://\(host)\(path)"
    }
}

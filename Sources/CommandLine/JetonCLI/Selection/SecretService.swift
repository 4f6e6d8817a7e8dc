internal import JetonOctets
internal import JetonPrograms
internal import KeystoreSync

/// The items of the running Secret Service: GNOME Keyring, KWallet or KeePassXC.
///
/// busctl lists them with their attributes, and secret-tool reads the secrets.
///
/// - SeeAlso: the freedesktop.org Secret Service API, 0.2.
enum SecretService {
    private static let bus = ["busctl", "--user", "--no-pager"]
    private static let service = "org.freedesktop.secrets"

    /// Reads all items.
    static func read() throws -> ForeignStore.Found {
        for program in ["busctl", "secret-tool"] { _ = try Process.path(ofProgram: program) }
        let answer = try words(
            bus + [
                "call", service, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "SearchItems", "a{ss}",
                "0",
            ]
        )
        var found = ForeignStore.Found()
        for path in answer where path.hasPrefix("/") {
            do {
                found.items.append(try item(path))
            } catch let error as CommandError {
                found.problems.append("\(path): \(error.message)")
            }
        }
        return found
    }

    private static func item(_ path: String) throws -> ForeignItem {
        func property(_ name: String) throws -> [String] {
            try words(bus + ["get-property", service, path, "org.freedesktop.Secret.Item", name])
        }
        let pairs = Array(try property("Attributes").dropFirst(2))
        var attributes: [String: String] = [:]
        for index in stride(from: 0, to: pairs.count - 1, by: 2) { attributes[pairs[index]] = pairs[index + 1] }
        guard !attributes.isEmpty else {
            throw CommandError("the item has no attributes, so secret-tool can't find it", exitCode: .notFound)
        }
        let label = try property("Label").dropFirst().first ?? ""
        let secret = try secret(path, label, attributes)
        var item = ForeignItem(
            service: first(["service", "server", "domain", "url", "signon_realm", "application"], attributes)
                ?? (label.isEmpty ? path : label),
            account: first(["username", "username_value", "user", "account", "login"], attributes) ?? "",
            secret: secret
        )
        item.label = label.isEmpty ? nil : label
        item.created = try milliseconds(property("Created"))
        item.modified = try milliseconds(property("Modified"))
        return item
    }

    private static func first(_ names: [String], _ attributes: [String: String]) -> String? {
        names.lazy.compactMap { attributes[$0] }.first { !$0.isEmpty }
    }

    private static func milliseconds(_ words: [String]) -> UInt64? {
        words.last.flatMap { UInt64($0) }.flatMap { $0 > 0 && $0 < 1 << 40 ? $0 * 1000 : nil }
    }

    /// The secret of the item with a path, among all that have its attributes: `lookup` would take any of them.
    private static func secret(_ path: String, _ label: String, _ attributes: [String: String]) throws -> SharedSecret {
        let pairs = attributes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        let output = try ProgramCall.output(of: ["secret-tool", "search", "--all", "--unlock"] + pairs)
        let secret = output.withBytes { octets -> SharedSecret? in
            guard let range = SecretToolOutput.secret(ofItem: path, label: label, in: octets) else { return nil }
            return SharedSecret(copying: octets.extracting(range))
        }
        guard let secret else { throw CommandError("secret-tool returns no secret", exitCode: .inputOutput) }
        return secret
    }

    /// What busctl prints: words, those that are texts in quotes with the escapes of C.
    private static func words(_ command: [String]) throws -> [String] {
        let output = try ProgramCall.output(of: command)
        let octets = output.withBytes { octets in octets.indices.map { octets[$0] } }
        return QuotedWords.read(octets)
    }
}

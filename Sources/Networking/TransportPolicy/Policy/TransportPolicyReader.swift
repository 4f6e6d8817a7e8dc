import JetonASN1
import JetonNetwork
import JetonPropertyLists

/// Takes a policy out of a property list, as Apple's systems do, and notes what they silently pass over.
struct TransportPolicyReader {
    private(set) var security = TransportSecurity()
    private(set) var findings: [TransportFinding] = []
    /// Exceptions that demand what holds without any.
    private var plainDomains: [PropertyListEntry] = []

    mutating func report(
        _ rule: TransportFinding.Rule,
        _ severity: TransportFinding.Severity,
        line: Int,
        _ summary: String,
        hint: String
    ) {
        findings.append(
            TransportFinding(rule: rule, severity: severity, line: line, summary: summary, hint: hint)
        )
    }

    /// Reads the root of a file.
    mutating func read(_ root: PropertyListNode) {
        guard case .dictionary(let entries) = root.value else {
            report(
                .malformed,
                .error,
                line: root.line,
                "the file contains '\(root.value.elementName)', not a dictionary",
                hint: "put the keys into a dictionary"
            )
            return
        }
        guard let entry = entries.last(where: { $0.key == TransportKey.dictionary }) else {
            // The whole file may be the dictionary, with its keys as they are meant.
            let keys = TransportKey.global + TransportKey.exception
            if entries.contains(where: { TransportKey.nearest(to: $0.key, among: keys) != nil }) {
                return readGlobal(entries)
            }
            reportMissing(entries, line: root.line)
            return
        }
        for misplaced in entries where TransportKey.global.contains(misplaced.key) {
            report(
                .misplacedKey,
                .error,
                line: misplaced.line,
                "'\(misplaced.key)' is next to '\(TransportKey.dictionary)', where it has no effect",
                hint: "move \(misplaced.lines) into the dictionary of '\(TransportKey.dictionary)'"
            )
        }
        guard case .dictionary(let inner) = entry.value.value else {
            reportType(entry, "a dictionary")
            return
        }
        readGlobal(inner)
    }

    private mutating func reportMissing(_ entries: [PropertyListEntry], line: Int) {
        let near = entries.first { TransportKey.nearest(to: $0.key, among: [TransportKey.dictionary]) != nil }
        if let near {
            report(
                .misspelledKey,
                .error,
                line: near.line,
                "'\(near.key)' has no effect: the key is '\(TransportKey.dictionary)'",
                hint: "change line \(near.line) to '\(TransportKey.dictionary)'"
            )
        } else {
            report(
                .missing,
                .warning,
                line: line,
                "the file has no '\(TransportKey.dictionary)', so the defaults apply to every host",
                hint: "nothing needs to change if no server needs an exception"
            )
        }
    }

    // MARK: - Dictionaries

    private mutating func readGlobal(_ entries: [PropertyListEntry]) {
        check(entries, known: TransportKey.global, elsewhere: TransportKey.exception + TransportKey.pins)
        let entries = unique(entries)
        for entry in entries {
            switch entry.key {
            case TransportKey.arbitraryLoads: security.allowsArbitraryLoads = flag(entry)
            case TransportKey.arbitraryLoadsForMedia: security.allowsArbitraryLoadsForMedia = flag(entry)
            case TransportKey.arbitraryLoadsInWebContent: security.allowsArbitraryLoadsInWebContent = flag(entry)
            case TransportKey.localNetworking: security.allowsLocalNetworking = flag(entry)
            case TransportKey.exceptionDomains:
                for domain in members(entry, "a dictionary of domains") { readException(domain) }
            case TransportKey.pinnedDomains:
                for domain in members(entry, "a dictionary of domains") { readPins(domain) }
            default: break
            }
        }
        reportArbitraryLoads(entries)
        for domain in plainDomains { reportPlain(domain) }
    }

    /// Notes an exception that demands what would hold without it.
    private mutating func reportPlain(_ domain: PropertyListEntry) {
        var others = security
        others.exceptions[domain.key] = nil
        let demand = others.demand(for: domain.key)
        guard demand.reason == .standard, others.exception(for: domain.key) == nil else { return }
        report(
            .noEffect,
            .warning,
            line: domain.line,
            "the exception for '\(domain.key)' changes nothing",
            hint: "delete \(domain.lines)"
        )
    }

    private mutating func reportArbitraryLoads(_ entries: [PropertyListEntry]) {
        guard security.allowsArbitraryLoads == true,
            let entry = entries.last(where: { $0.key == TransportKey.arbitraryLoads })
        else { return }
        let others: [(String, Bool?)] = [
            (TransportKey.arbitraryLoadsForMedia, security.allowsArbitraryLoadsForMedia),
            (TransportKey.arbitraryLoadsInWebContent, security.allowsArbitraryLoadsInWebContent),
            (TransportKey.localNetworking, security.allowsLocalNetworking),
        ]
        if let other = others.first(where: { $0.1 != nil }) {
            report(
                .noEffect,
                .error,
                line: entry.line,
                "'\(entry.key)' has no effect next to '\(other.0)'",
                hint: "delete \(entry.lines), or '\(other.0)'"
            )
        } else {
            report(
                .tooWide,
                .warning,
                line: entry.line,
                "'\(entry.key)' turns App Transport Security off for every host",
                hint: "run `jeton ats diagnose URL` to find the exception that a server needs"
            )
        }
    }

    private mutating func readException(_ domain: PropertyListEntry) {
        guard case .dictionary(let entries) = domain.value.value else {
            reportType(domain, "a dictionary")
            return
        }
        check(entries, known: TransportKey.exception, elsewhere: TransportKey.global + TransportKey.pins)
        var exception = TransportException()
        for entry in unique(entries) {
            switch entry.key {
            case TransportKey.includesSubdomains: exception.includesSubdomains = flag(entry) ?? false
            case TransportKey.insecureHTTPLoads: exception.allowsInsecureHTTP = flag(entry) ?? false
            case TransportKey.forwardSecrecy: exception.requiresForwardSecrecy = flag(entry) ?? true
            case TransportKey.minimumTLSVersion: if let version = version(entry) { exception.minimumVersion = version }
            default: break
            }
        }
        var plain = exception
        plain.includesSubdomains = false
        if plain == TransportException(), !domain.key.contains("/") { plainDomains.append(domain) }
        // A URL has slashes too, and is not meant for a network.
        guard domain.key.contains("/"), !domain.key.contains("://") else {
            checkName(domain, isPin: false)
            security.exceptions[domain.key] = exception
            return
        }
        guard let (address, length) = TransportPolicyReader.network(domain.key) else {
            return reportName(domain, "is not a network", "write it as 198.51.100.0/24 or 2001:db8::/32")
        }
        security.networks.append(
            TransportSecurity.NetworkException(
                name: domain.key,
                address: address,
                prefixLength: length,
                exception: exception
            )
        )
    }

    private static func network(_ text: String) -> (IPAddress, Int)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(String(parts[0])), let length = Int(parts[1]),
            (0...address.bytes.count * 8).contains(length)
        else { return nil }
        return (address, length)
    }

    private mutating func readPins(_ domain: PropertyListEntry) {
        guard case .dictionary(let entries) = domain.value.value else {
            reportType(domain, "a dictionary")
            return
        }
        check(entries, known: TransportKey.pins, elsewhere: TransportKey.global + TransportKey.exception)
        var pins = PinnedDomain()
        for entry in unique(entries) {
            switch entry.key {
            case TransportKey.includesSubdomains: pins.includesSubdomains = flag(entry) ?? false
            case TransportKey.pinnedLeafIdentities: pins.leafKeys = digests(entry)
            case TransportKey.pinnedCAIdentities: pins.authorityKeys = digests(entry)
            default: break
            }
        }
        if pins.leafKeys == nil, pins.authorityKeys == nil {
            report(
                .noEffect,
                .error,
                line: domain.line,
                "'\(domain.key)' has no pins",
                hint: "add '\(TransportKey.pinnedCAIdentities)' or '\(TransportKey.pinnedLeafIdentities)'"
            )
        }
        checkName(domain, isPin: true)
        let name = domain.key.lowercased()
        guard security.pinnedDomains[name] == nil else {
            return reportName(domain, "names the same hosts as another key", "merge the two, or delete one")
        }
        security.pinnedDomains[name] = pins
    }

    private mutating func digests(_ entry: PropertyListEntry) -> Set<[UInt8]> {
        guard case .array(let elements) = entry.value.value else {
            reportType(entry, "an array")
            return []
        }
        if elements.isEmpty {
            report(
                .pin,
                .error,
                line: entry.line,
                "'\(entry.key)' is empty: every connection fails",
                hint: "delete \(entry.lines), or add a pin"
            )
        }
        var digests: Set<[UInt8]> = []
        for element in elements {
            guard case .dictionary(let members) = element.value,
                case .string(let text)? = members.last(where: { $0.key == TransportKey.publicKeyDigest })?.value.value,
                let digest = Base64.decode(text), digest.count == 32
            else {
                report(
                    .pin,
                    .error,
                    line: element.line,
                    "a pin is not a dictionary of '\(TransportKey.publicKeyDigest)' and the base64 form of 32 bytes",
                    hint: "run `jeton tls explain URL` to print the pin of each certificate"
                )
                continue
            }
            digests.insert(digest)
        }
        return digests
    }
}

internal import JetonASN1
internal import JetonFiles
internal import JetonOctets
internal import SSHWire
internal import Synchronization

/// Which keys worked for which hosts, and what the user calls the hosts.
final class HostMemory: Sendable {
    private static let limit = 4096

    private let knownHosts: String?
    private let worked = Mutex<[String: [String]]>([:])

    init(knownHosts: String?) { self.knownHosts = knownHosts }

    /// Notes that a key was used to log in to a host.
    func note(_ key: String, worksFor hostKey: [UInt8]) {
        let host = AgentKey.fingerprint(of: hostKey)
        worked.withLock { worked in
            if worked.count >= HostMemory.limit, worked[host] == nil { worked = [:] }
            worked[host] = [key] + (worked[host] ?? []).filter { $0 != key }.prefix(4)
        }
    }

    /// The keys in the order in which to offer them to a host: what worked for it, then what no other host has claimed,
    /// then the others.
    func ordered(_ keys: [AgentKey], for host: String) -> [AgentKey] {
        let (own, others) = worked.withLock { worked in
            (worked[host] ?? [], Set(worked.filter { $0.key != host }.flatMap(\.value)))
        }
        let first = own.compactMap { name in keys.first { $0.fingerprint == name } }
        let rest = keys.filter { !own.contains($0.fingerprint) }
        return first + rest.filter { !others.contains($0.fingerprint) }
            + rest.filter { others.contains($0.fingerprint) }
    }

    /// The name that known_hosts has for the host of a request; nil if it has none, or only a hashed one.
    func name(of request: SignRequest) -> String? {
        guard case .login(let login) = request.data else { return nil }
        guard let hostKey = login.hostKey, let knownHosts,
            let octets = try? FileSource.contents(of: InputFile(knownHosts), limit: 4_194_304)
        else { return nil }
        var text: [UInt8] = []
        Base64.append(hostKey.span, to: &text)
        let key = String(decoding: text, as: UTF8.self)
        for line in ForeignText(decoding: octets).lines() {
            let words = line.split(separator: " ")
            guard words.count >= 3, let name = words.first, !name.hasPrefix("|"), !name.hasPrefix("@"),
                !name.hasPrefix("#"), words[2] == key
            else { continue }
            return ForeignText(String(name)).shown(limit: 80)
        }
        return nil
    }
}

internal import Glibc
internal import JetonOctets
internal import TokenKit

extension Machine {
    private static let processes = Fact<[RunningProcess]>()

    /// The processes that can be seen, at most 65,536.
    package var processes: [RunningProcess] {
        remember(Self.processes) {
            names(in: "/proc").compactMap { name in
                guard let id = Int(name), let comm = word("/proc/\(name)/comm") else { return nil }
                let userID = (try? probe.status(of: "/proc/\(name)"))?.userID ?? 0
                return RunningProcess(id: id, name: comm, userID: userID)
            }
        }
    }

    private static let serviceProcess = Fact<RunningProcess?>()

    /// The service's process, if it runs in sight.
    var serviceProcess: RunningProcess? {
        remember(Self.serviceProcess) {
            // pcscd ends its number with a zero octet.
            let ours = word("/run/pcscd/pcscd.pid").flatMap { Int($0.filter(\.isNumber)) }
            let candidates = processes.filter { $0.name == "pcscd" && isInOurNamespace($0) }
            return candidates.first { $0.id == ours } ?? candidates.first
        }
    }

    /// Whether a process sees the same files as this one, as far as that can be told; those of containers do not.
    func isInOurNamespace(_ process: RunningProcess) -> Bool {
        guard let own = try? probe.target(ofLink: "/proc/self/ns/mnt") else { return true }
        do {
            return try probe.target(ofLink: "/proc/\(process.id)/ns/mnt") == own
        } catch {
            // Another user's process hides the link; one that has ended, or that nobody has waited for, has none.
            return error.number == EACCES || error.number == EPERM
        }
    }

    private static let clients = Fact<[RunningProcess]>()

    /// The processes that have loaded the PC/SC client library, as far as this user may see that; without our own.
    var clients: [RunningProcess] {
        remember(Self.clients) {
            processes.filter { process in
                guard process.id != Int(probe.identity.processID), process.name != "pcscd", !isOurChild(process) else {
                    return false
                }
                guard process.userID == probe.identity.userID || probe.identity.isRoot else { return false }
                guard let maps = try? probe.contents(of: "/proc/\(process.id)/maps", limit: 4_194_304) else {
                    return false
                }
                return ForeignText(decoding: maps).contains("/libpcsclite.so")
            }
        }
    }

    /// Whether this process has started another one, as it does to ask modules.
    private func isOurChild(_ process: RunningProcess) -> Bool {
        // After the name, which is in brackets and may have anything in it: the state, then the parent.
        guard let status = text("/proc/\(process.id)/stat"), let end = status.lastIndex(of: ")") else { return false }
        let fields = status[end...].split(separator: " ").dropFirst()
        return fields.count > 1 && fields.dropFirst().first.flatMap { Int($0) } == Int(probe.identity.processID)
    }

    /// The clients with their numbers, as evidence; and whether there may be more that this user can't see.
    var clientEvidence: Evidence {
        let list = clients.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
        let limit = probe.identity.isRoot ? "" : "; other users' programs are not shown"
        return Evidence("programs that use PC/SC", "\((list.isEmpty ? "none seen" : list) + limit)")
    }

    /// The processes that have a file open, as far as this user may see that.
    func holders(of path: String) -> [RunningProcess] {
        processes.filter { process in
            names(in: "/proc/\(process.id)/fd").contains { name in
                (try? probe.target(ofLink: "/proc/\(process.id)/fd/\(name)")) == path
            }
        }
    }
}

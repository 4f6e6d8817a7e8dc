internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What can be wrong around opencryptoki, with its module's path.
    enum OpenCryptokiFault {
        /// A file of its configuration can't be read: module, path and reason.
        case noConfiguration(String, String, String)
        /// Its service does not run.
        case serviceDown(String)
        /// This process is not in its group.
        case notInGroup(String)
    }

    /// Whether a path is that of opencryptoki's module.
    static func isOpenCryptoki(_ path: String) -> Bool {
        path.contains("libopencryptoki") || path.hasSuffix("/PKCS11_API.so")
    }

    private static let openCryptokiFault = Fact<OpenCryptokiFault?>()

    /// What is wrong around opencryptoki, if its module is in use and did not start.
    var openCryptokiFault: OpenCryptokiFault? {
        remember(Self.openCryptokiFault) {
            guard let module = failedModules.first(where: { Machine.isOpenCryptoki($0.path) })?.path,
                file(ofModule: module) == .sound
            else { return nil }
            if let (path, reason) = openCryptokiFile { return .noConfiguration(module, path, reason) }
            if !processes.contains(where: { $0.name == "pkcsslotd" }) { return .serviceDown(module) }
            guard !probe.identity.isRoot, let group = group(named: "pkcs11"),
                !probe.identity.groupIDs.contains(group.id)
            else { return nil }
            return .notInGroup(module)
        }
    }

    /// The file of opencryptoki's configuration that can't be read, and why; nil if all can.
    ///
    /// strength.conf belongs to policy.conf, of version 3.17 and later, and may be absent without it.
    private var openCryptokiFile: (path: String, reason: String)? {
        let folder = "/etc/opencryptoki"
        let hasPolicy = exists("\(folder)/policy.conf")
        for (name, isNeeded) in [("opencryptoki.conf", true), ("policy.conf", false), ("strength.conf", hasPolicy)] {
            let path = "\(folder)/\(name)"
            do throws(SystemFailure) {
                try probe.checkAccess(to: path, .read)
            } catch {
                if error.number != 2 || isNeeded { return (path, error.description) }
            }
        }
        return nil
    }

    /// A group of /etc/group: its number and the names of its members.
    func group(named name: String) -> (id: UInt32, members: [String])? {
        for line in text("/etc/group")?.lines() ?? [] {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 4, fields[0] == name, let id = UInt32(fields[2]) else { continue }
            return (id, fields[3].split(separator: ",").map(String.init))
        }
        return nil
    }
}

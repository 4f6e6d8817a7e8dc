internal import TokenKit

extension Machine {
    /// What can be wrong around opencryptoki, with its module's path.
    enum OpenCryptokiFault {
        /// Its service does not run.
        case serviceDown(String)
        /// This process is not in its group.
        case notInGroup(String)
    }

    /// Whether a path is that of opencryptoki's module.
    static func isOpenCryptoki(_ path: String) -> Bool {
        path.contains("libopencryptoki") || path.hasSuffix("/PKCS11_API.so")
    }

    /// What is wrong around opencryptoki, if its module is in use and did not start.
    var openCryptokiFault: OpenCryptokiFault? {
        remember {
            guard let module = failedModules.first(where: { Machine.isOpenCryptoki($0.path) })?.path,
                file(ofModule: module) == .sound
            else { return nil }
            if !processes.contains(where: { $0.name == "pkcsslotd" }) { return .serviceDown(module) }
            guard !probe.identity.isRoot, let group = group(named: "pkcs11"),
                !probe.identity.groupIDs.contains(group.id)
            else { return nil }
            return .notInGroup(module)
        }
    }

    /// A group of /etc/group: its number and the names of its members.
    func group(named name: String) -> (id: UInt32, members: [String])? {
        for line in (text("/etc/group") ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 4, fields[0] == name, let id = UInt32(fields[2]) else { continue }
            return (id, fields[3].split(separator: ",").map(String.init))
        }
        return nil
    }
}

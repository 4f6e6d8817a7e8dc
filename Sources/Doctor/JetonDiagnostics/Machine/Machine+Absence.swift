internal import Glibc
internal import TokenKit

extension Machine {
    /// What the system says of a path that can't be looked at, as evidence: `ENOENT` and so on, as it was read.
    func absence(of path: String) -> Evidence {
        do throws(SystemFailure) {
            _ = try probe.status(of: path)
            return Evidence("\(path)", "exists")
        } catch {
            return Evidence("\(path)", "\(error.code)")
        }
    }
}

extension SystemFailure {
    /// The name of the number, as `errno` has it; the C library's words for one that is rare here.
    var code: String {
        let names: [Int32: String] = [
            EPERM: "EPERM", ENOENT: "ENOENT", EIO: "EIO", EACCES: "EACCES", ENOTDIR: "ENOTDIR", EMFILE: "EMFILE",
            ELOOP: "ELOOP", ESTALE: "ESTALE", ECONNREFUSED: "ECONNREFUSED", ENAMETOOLONG: "ENAMETOOLONG",
        ]
        return names[number] ?? description
    }
}

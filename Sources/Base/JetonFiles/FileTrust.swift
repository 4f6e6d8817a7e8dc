internal import Glibc

/// Whether a file can be changed by users other than root and its user.
///
/// What counts is every directory and link on the way to the file, links followed: who can write to one of them can put
/// another file in the place of this one. Allowed are
/// - owners: root and the user;
/// - writing by a group where the group is root's, the owner's private one (of the same number as the owner), or
///   `staff` (50) on what belongs to root, as Debian may set `/usr/local` up: its members may install there by policy;
/// - writing by all in a directory with the sticky bit, where users can't replace what others own.
package enum FileTrust {
    private static let staff: gid_t = 50
    /// As many as the kernel follows.
    private static let maximumLinks = 40

    /// What lets others change a file, in words; nil if nothing does, or there is no such file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the working directory.
    ///   - user: The user to trust beside root and this process's own.
    /// - Returns: The reason.
    package static func weakness(of path: String, trusting user: UInt32) -> String? {
        guard let start = path.hasPrefix("/") ? "" : workingDirectory else { return nil }
        var pending = components(start + "/" + path)
        var place = ""
        var links = 0
        if let weakness = weakness(ofDirectory: "/", user) { return weakness }
        while let name = pending.popLast() {
            if name == ".." {
                place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
                continue
            }
            let next = place + "/" + name
            var status = stat()
            guard unsafe lstat(next, &status) == 0 else { return nil }
            if let weakness = weakness(next, status, user) { return weakness }
            guard status.st_mode & S_IFMT == S_IFLNK else {
                place = next
                continue
            }
            links += 1
            guard links <= maximumLinks, let target = target(of: next) else { return nil }
            if target.hasPrefix("/") { place = "" }
            pending += components(target)
        }
        return nil
    }

    /// The names in a path, the last one first; `.` is left out.
    private static func components(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    private static var workingDirectory: String? {
        guard let text = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    private static func target(of link: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            unsafe buffer.baseAddress.map {
                unsafe readlink(link, $0.assumingMemoryBound(to: CChar.self), buffer.count)
            } ?? -1
        }
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    private static func weakness(ofDirectory path: String, _ user: UInt32) -> String? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return weakness(path, status, user)
    }

    private static func weakness(_ path: String, _ status: stat, _ user: UInt32) -> String? {
        let owner = status.st_uid
        guard owner == 0 || owner == user || owner == geteuid() else { return "\(path) belongs to user \(owner)" }
        let type = status.st_mode & S_IFMT
        // A link's own mode says nothing.
        if type == S_IFLNK || (type == S_IFDIR && status.st_mode & S_ISVTX != 0) { return nil }
        if status.st_mode & S_IWOTH != 0 { return "every user can write to \(path)" }
        let group = status.st_gid
        let isHarmless = group == 0 || (owner == 0 ? group == staff : group == owner)
        return status.st_mode & S_IWGRP == 0 || isHarmless ? nil : "group \(group) can write to \(path)"
    }
}

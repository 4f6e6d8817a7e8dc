internal import Glibc

/// Unix groups by name and number.
enum UnixGroup {
    /// A group's name, or its number if it has none.
    static func name(of number: UInt32) -> String {
        guard let entry = unsafe getgrgid(number), let name = unsafe entry.pointee.gr_name else { return "\(number)" }
        return unsafe String(cString: name)
    }

    /// The number of a group by its name or number; nil if there is none.
    static func number(of name: String) -> UInt32? {
        if let entry = unsafe getgrnam(name) { return unsafe entry.pointee.gr_gid }
        return UInt32(name)
    }
}

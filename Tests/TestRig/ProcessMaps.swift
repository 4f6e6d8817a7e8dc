import Glibc

/// What this process has mapped.
public enum ProcessMaps {
    /// All of `/proc/self/maps`.
    public static func text() throws -> String { try text("maps") }

    /// All of `/proc/self/smaps`, which says of each part how much of it is in memory.
    public static func details() throws -> String { try text("smaps") }

    // The kernel states no size for these files and gives them in parts, so Foundation's `String(contentsOfFile:)` may
    // cut them.
    private static func text(_ name: String) throws -> String {
        guard let file = unsafe fopen("/proc/self/\(name)", "r") else {
            throw TestRigError("/proc/self/\(name) can't be opened")
        }
        defer { unsafe fclose(file) }
        var octets: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { return String(decoding: octets, as: UTF8.self) }
            octets += buffer[..<count]
        }
    }
}

import Glibc

/// What this process has mapped.
public enum ProcessMaps {
    /// All of `/proc/self/maps`.
    ///
    /// The kernel states no size for the file and gives it in parts, so Foundation's `String(contentsOfFile:)` may cut
    /// it.
    public static func text() throws -> String {
        guard let file = unsafe fopen("/proc/self/maps", "r") else {
            throw TestRigError("/proc/self/maps can't be opened")
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

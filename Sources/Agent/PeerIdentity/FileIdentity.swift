internal import Glibc

/// A file, whatever its path is: device and inode.
package struct FileIdentity: Hashable, Sendable {
    /// The device.
    package let device: UInt64
    /// The inode.
    package let inode: UInt64

    /// Makes an identity.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The file at a path, links followed; nil if there is none that can be looked at.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

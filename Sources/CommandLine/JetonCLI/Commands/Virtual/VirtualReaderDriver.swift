internal import JetonFiles

/// The driver of vpcd, by which pcscd has virtual readers.
enum VirtualReaderDriver {
    private static let libraries = [
        "/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/local/lib",
        "/usr/local/lib64",
    ]

    /// Whether it is where distributions and `make install` put it.
    static var isInstalled: Bool {
        libraries.contains { FileSource.exists("\($0)/pcsc/drivers/serial/libifdvpcd.so") }
    }
}

public import Foundation

/// Where the programs and libraries are that were built together with the tests.
public enum BuildProducts {
    /// The directory of the running test program, which SwiftPM puts beside all other products.
    public static var directory: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The path of a product, such as `pcsc-probe` or `libjeton-pkcs11.so`.
    ///
    /// - Throws: ``TestRigError`` if it was not built; the test target must depend on it.
    public static func path(_ name: String) throws -> String {
        let path = directory.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else {
            throw TestRigError("\(path) was not built")
        }
        return path
    }

    /// A shell script that covers root's home, in a mount namespace: what lies there is nobody's business in a test.
    ///
    /// Where the products lie below it, they stay at their place, and other users reach them there.
    public static var homeCover: String {
        """
        products=$(mktemp -d)
        mount --bind '\(directory.path)' "$products"
        mount -t tmpfs -o mode=755 tmpfs /root
        case '\(directory.path)' in /root/*)
            mkdir -p '\(directory.path)'
            mount --bind "$products" '\(directory.path)' ;;
        esac
        umount "$products"
        rmdir "$products"
        """
    }

    /// The root of the package's sources.
    public static var packageDirectory: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}

internal import Glibc

/// The files that are read, known by what they are and not by their names, so that no output replaces one.
package struct InputFiles {
    private struct Identity: Equatable {
        let device: UInt
        let number: UInt
    }

    // An array, since there are few inputs, and the type of a dictionary takes longer to make than a search.
    private var inputs: [(identity: Identity, name: String)] = []

    /// Looks at the inputs; what is not a regular file can't be replaced.
    package init(_ paths: [String]) {
        for path in paths {
            if let identity = Self.identity(path) { inputs.append((identity, path)) }
        }
    }

    /// The input that an output would replace, by whatever name; nil if there is none.
    package func replaced(by output: String) -> String? {
        guard let identity = Self.identity(output) else { return nil }
        return inputs.last { $0.identity == identity }?.name
    }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard path != "-", unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    }
}

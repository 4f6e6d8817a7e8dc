internal import Glibc

/// The files that a command reads, known by what they are and not by their names, so that no output replaces one.
struct InputFiles {
    private struct Identity: Equatable {
        let device: UInt
        let number: UInt
    }

    // An array, since a command has few inputs, and the type of a dictionary takes longer to make than a search.
    private var inputs: [(identity: Identity, name: String)] = []

    /// Looks at the inputs; what is not a regular file can't be replaced.
    init(_ paths: [String]) {
        for path in paths {
            if let identity = Self.identity(path) { inputs.append((identity, path)) }
        }
    }

    /// Refuses an output that is one of the inputs, by whatever name.
    ///
    /// - Parameters:
    ///   - output: The output; `-` for the standard output.
    ///   - words: What names it, as the beginning of a sentence that ends with the input.
    /// - Throws: ``CommandError`` with exit code 2, whatever --force says.
    func refuse(_ output: String, _ words: String = "--out names the input") throws(CommandError) {
        guard output != "-", let identity = Self.identity(output),
            let input = inputs.last(where: { $0.identity == identity })
        else { return }
        throw .usage("\(words) '\(input.name)'", hints: ["name another file with --out"])
    }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard path != "-", unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    }
}

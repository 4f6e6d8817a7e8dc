import JetonFiles

/// A file, or the standard output, that takes the answer of a relay's target.
package struct RelayedFile {
    private let name: String
    private let output: RelayOutput

    /// Names the file in errors, and the way into it.
    package init(name: String, output: RelayOutput) {
        self.name = name
        self.output = output
    }

    /// Runs a transfer into it.
    ///
    /// - Throws: `FileError` if the file can't be written; what the transfer throws.
    package func run<Value>(_ transfer: (RelayTransfer.Destination) throws -> Value) throws -> Value {
        do {
            return try transfer(.output(output))
        } catch {
            guard let number = output.failure else { throw error }
            throw FileError(.writeFailed, "write", name, number)
        }
    }
}

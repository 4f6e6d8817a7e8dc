internal import JetonRelay

/// A file, or the standard output, that takes the answer of a relay's target.
struct RelayedFile {
    /// Its name in errors.
    let name: String
    /// The way into it.
    let output: RelayOutput

    /// Runs a transfer into it.
    ///
    /// - Throws: ``CommandError`` with exit code 7 if the file can't be written; what the transfer throws.
    func run<Value>(_ transfer: (RelayTransfer.Destination) throws -> Value) throws -> Value {
        do {
            return try transfer(.output(output))
        } catch {
            guard let number = output.failure else { throw error }
            throw CommandError("\(name) can't be written: \(Process.reason(number))", exitCode: .inputOutput)
        }
    }
}

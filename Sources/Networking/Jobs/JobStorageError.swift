/// A file of the jobs could not be read or written, or is damaged.
package struct JobStorageError: Error, CustomStringConvertible {
    /// What failed, with the file; one clause.
    package let description: String

    /// Makes an error.
    package init(_ description: String) { self.description = description }
}

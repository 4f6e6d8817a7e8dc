/// A file of the jobs could not be read or written, or is damaged.
package struct JobStorageError: Error, CustomStringConvertible {
    /// What failed, with the file; one clause.
    package let description: String

    /// Whether what was read is damaged or was changed.
    package let isDamage: Bool

    /// Makes an error.
    package init(_ description: String, isDamage: Bool = false) {
        self.description = description
        self.isDamage = isDamage
    }
}

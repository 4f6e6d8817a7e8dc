/// A PKCS #11 library that is found under the same name wherever its vendor's package is installed.
package struct WellKnownModule: Hashable, Sendable {
    /// Who makes it.
    package let vendor: String
    /// What it drives.
    package let product: String
    /// File names that are looked for in each library directory and in `pkcs11` below it, the newest name first.
    package let fileNames: [String]
    /// Absolute paths that are looked for as they stand.
    package let paths: [String]
    /// Why it is not loaded unless it is named, if so.
    package let leftOutBecause: String?

    /// Makes an entry.
    package init(
        vendor: String,
        product: String,
        fileNames: [String] = [],
        paths: [String] = [],
        leftOutBecause: String? = nil
    ) {
        self.vendor = vendor
        self.product = product
        self.fileNames = fileNames
        self.paths = paths
        self.leftOutBecause = leftOutBecause
    }

    /// Every path to try, the one to prefer first.
    ///
    /// - Parameter libraryDirectories: Library directories such as `/usr/lib`; `pkcs11` below each is tried after it.
    /// - Returns: The paths.
    package func candidatePaths(in libraryDirectories: [String]) -> [String] {
        paths
            + fileNames.flatMap { name in
                libraryDirectories.flatMap { ["\($0)/\(name)", "\($0)/pkcs11/\(name)"] }
            }
    }

    /// Whether a path ends in one of the entry's file names.
    func hasFileName(of path: String) -> Bool {
        let name = ModulePath.fileName(of: path)
        return fileNames.contains(name) || paths.contains { ModulePath.fileName(of: $0) == name }
    }
}

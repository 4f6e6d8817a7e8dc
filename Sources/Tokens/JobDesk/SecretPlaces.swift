internal import JetonFiles

/// Directories and files with secrets, of which nothing is attached to a job.
///
/// They are compared by what they are, not by how they are called: a directory has many names.
struct SecretPlaces {
    private let places: [(path: String, device: UInt64, inode: UInt64)]

    /// Takes those of the paths that exist.
    init(_ paths: [String]) {
        places = paths.compactMap { path in
            guard let status = try? RegularFile.status(path) else { return nil }
            return (path, status.device, status.inode)
        }
    }

    /// The place in which a file is; nil if it is in none.
    ///
    /// - Parameter path: An absolute path without links.
    /// - Returns: The place as it was named.
    func place(of path: String) -> String? {
        var part = path
        while !part.isEmpty {
            if let status = try? RegularFile.status(part),
                let found = places.first(where: { $0.device == status.device && $0.inode == status.inode })
            {
                return found.path
            }
            guard let slash = part.lastIndex(of: "/") else { return nil }
            part = String(part[..<slash])
        }
        return nil
    }
}

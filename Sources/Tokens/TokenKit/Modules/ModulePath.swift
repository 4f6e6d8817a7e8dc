/// Paths of modules as text.
package enum ModulePath {
    /// What stands behind the last slash.
    static func fileName(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// The directory, without the slash at its end; empty for a name alone.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[..<slash])
    }

    /// The module's name by its file: without `lib`, and without `.so` and the version behind it.
    ///
    /// This is what `module-name` of RFC 7512, 2.4, means.
    package static func moduleName(of path: String) -> String {
        var name = fileName(of: path).utf8[...]
        if name.starts(with: "lib".utf8), name.count > 3 { name = name.dropFirst(3) }
        var rest = name
        while !rest.isEmpty {
            let behind = rest.dropFirst(3)
            if rest.starts(with: ".so".utf8), behind.isEmpty || behind.first == UInt8(ascii: ".") { break }
            rest = rest.dropFirst()
        }
        return String(Substring(name[..<rest.startIndex]))
    }
}

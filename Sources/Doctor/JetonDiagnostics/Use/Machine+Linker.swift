internal import JetonOctets
internal import TokenKit

extension Machine {
    /// The libraries that a use loaded in place of the system's own and that lack what the dynamic linker asks for.
    ///
    /// The linker's words are not enough: the symbol or version that it misses must not be in the library that was
    /// loaded, and be in the system's library of that name.
    func linkerFaults(in use: UseTrace) -> [Suspect] {
        let lines = use.trace.output.lines().map(String.init)
        let wanted = lines.compactMap(LinkerComplaint.init)
        guard !wanted.isEmpty else { return [] }
        let standard = Set(ModuleEnvironment.standardLibraryDirectories.map(realPath))
        let foreign = use.openedFiles.filter { path in
            Machine.name(of: path).contains(".so") && !standard.contains(realPath(Machine.directory(of: path)))
        }
        return foreign.prefix(64).compactMap { path in
            let name = Machine.name(of: path)
            let own = ModuleEnvironment.standardLibraryDirectories.lazy.map { "\($0)/\(name)" }.first(where: exists)
            guard let own, realPath(own) != realPath(path),
                let complaint = wanted.first(where: { complaint in
                    !contains(path, complaint.missing) && contains(own, complaint.missing)
                })
            else { return nil }
            return Suspect(
                path: path,
                fault: "is loaded in place of \(own), but lacks \(complaint.missing)",
                evidence: [
                    Evidence("the dynamic linker", "\(private: complaint.line, .other)"),
                    Evidence("\(own)", "has \(complaint.missing)"),
                ],
                weight: .damaged,
                remedies: [
                    Remedy(
                        """
                        start the command without the variable, and find out what sets it, such as conda or a \
                        vendor's script
                        """,
                        commands: ["unset LD_LIBRARY_PATH"]
                    )
                ]
            )
        }
    }

    /// Whether a file has a text that ends with a NUL, as names in an ELF file do.
    private func contains(_ path: String, _ text: String) -> Bool {
        guard let octets = try? probe.contents(of: path, limit: 67_108_864) else { return false }
        return octets.firstRange(of: Array(text.utf8) + [0]) != nil
    }
}

/// What the dynamic linker says of a symbol or version that it can't find.
struct LinkerComplaint {
    /// The symbol or the version.
    let missing: String
    /// The line.
    let line: String

    /// Reads a line; nil if it is about something else.
    init?(_ line: String) {
        for (mark, end) in [("undefined symbol: ", ","), ("version `", "'")] as [(String, Character)] {
            guard let range = line.firstRange(of: mark) else { continue }
            let word = line[range.upperBound...].prefix { $0 != end && $0 != " " }
            // A name is short, and only its letters are shown.
            guard (1...256).contains(word.utf8.count), word.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return nil
            }
            missing = String(word)
            self.line = line
            return
        }
        return nil
    }
}

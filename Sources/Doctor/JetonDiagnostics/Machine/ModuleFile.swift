internal import JetonOctets
internal import TokenKit

/// What can be said of a module's file without loading it.
enum ModuleFile: Hashable {
    /// Nothing speaks against loading it.
    case sound
    /// There is no such file.
    case missing
    /// It is a link that leads nowhere, to this path.
    case danglingLink(String)
    /// This user must not read it, because of this part of the path.
    case forbidden(String)
    /// It is not a library, and why.
    case notLibrary(String)
    /// It is a library of another word size.
    case otherClass(ELFHeader)
    /// It is a library for another processor.
    case otherMachine(ELFHeader)
    /// Libraries that it needs are missing, each with the library that names it.
    case lacks([String])
    /// It exports no entry point of PKCS #11.
    case noEntryPoint
}

extension Machine {
    private static let file = Fact<ModuleFile>()

    /// What a module's file is; read once.
    func file(ofModule path: String) -> ModuleFile {
        remember(Self.file, of: path) { examine(module: path) }
    }

    private func examine(module path: String) -> ModuleFile {
        do {
            _ = try probe.status(of: path)
        } catch {
            if let part = forbiddenPart(of: path) { return .forbidden(part) }
            if let target = try? probe.target(ofLink: path) { return .danglingLink(target) }
            return .missing
        }
        if let part = forbiddenPart(of: path) { return .forbidden(part) }
        let octets: [UInt8]
        do {
            octets = try probe.contents(of: path, limit: 268_435_456)
        } catch {
            return error.number == 13 ? .forbidden(path) : .notLibrary("\(error)")
        }
        if octets.isEmpty { return .notLibrary("it is empty") }
        guard let header = ELFHeader(octets) else {
            let start = octets.prefix(16).map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." }
            return .notLibrary("it starts with '\(String(start))'")
        }
        if header.elfClass != ELFHeader.own.elfClass { return .otherClass(header) }
        if header.machine != ELFHeader.own.machine { return .otherMachine(header) }
        guard let library = SharedLibrary(octets) else { return .notLibrary("it is truncated") }
        if !library.isSharedObject { return .notLibrary("it is not a shared library") }
        if library.isProgram { return .notLibrary("it is a program") }
        let lacking = missingLibraries(of: library, at: path)
        if !lacking.isEmpty { return .lacks(lacking) }
        let isModule = ["C_GetFunctionList", "C_GetInterface"].contains { library.entryPoints.contains($0) }
        return isModule ? .sound : .noEntryPoint
    }

    /// The first part of a path that this user must not enter or read.
    func forbiddenPart(of path: String) -> String? {
        var part = ""
        let names = path.split(separator: "/")
        for (index, name) in names.enumerated() {
            part += "/\(name)"
            let kind = index + 1 < names.count ? FileAccessKind.execute : .read
            do {
                try probe.checkAccess(to: part, kind)
            } catch {
                return error.number == 13 || error.number == 1 ? part : nil
            }
        }
        return nil
    }

    // MARK: - Libraries that a library needs

    /// The libraries that are needed, directly or not, and can't be found: "NAME (needed by FILE)".
    private func missingLibraries(of library: SharedLibrary, at path: String) -> [String] {
        var missing: [String] = []
        var seen: Set<String> = []
        var queue: [(library: SharedLibrary, path: String)] = [(library, path)]
        while let next = queue.popLast(), seen.count < 512 {
            for name in next.library.needed where seen.insert(name).inserted {
                guard let found = locate(library: name, for: next.library, at: next.path) else {
                    missing.append("\(name) (needed by \(next.path))")
                    continue
                }
                // The C library's own files need nothing that could be missing.
                guard !name.hasPrefix("libc.so"), !name.hasPrefix("ld-linux"),
                    let octets = try? probe.contents(of: found, limit: 268_435_456),
                    let needed = SharedLibrary(octets)
                else { continue }
                queue.append((needed, found))
            }
        }
        return missing.sorted()
    }

    private func locate(library name: String, for library: SharedLibrary, at path: String) -> String? {
        if name.contains("/") { return exists(name) ? name : nil }
        let origin = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let own = library.runPath.map { folder in
            replace("${ORIGIN}", with: origin, in: replace("$ORIGIN", with: origin, in: folder))
        }
        let variable = (probe.variables["LD_LIBRARY_PATH"] ?? "").split(separator: ":").map(String.init)
        return (own + variable + linkerDirectories).lazy.map { "\($0)/\(name)" }.first { candidate in
            guard let octets = try? self.probe.contents(of: candidate, limit: 268_435_456) else { return false }
            return ELFHeader(octets) == .own
        }
    }

    private static let linkerDirectories = Fact<[String]>()

    /// The directories in which the linker looks: those of ld.so.conf, and the standard ones.
    var linkerDirectories: [String] {
        remember(Self.linkerDirectories) {
            var folders: [String] = []
            func read(_ path: String, _ depth: Int) {
                guard depth < 4 else { return }
                for line in text(path)?.lines() ?? [] {
                    let word = line.drop { $0 == " " || $0 == "\t" }
                    if word.hasPrefix("include ") {
                        // The one pattern in use is FOLDER/*.conf.
                        let pattern = word.dropFirst(8).drop { $0 == " " }
                        guard pattern.hasSuffix("/*.conf") else { continue }
                        let written = String(pattern.dropLast(7))
                        let folder = written.hasPrefix("/") ? written : "/etc/\(written)"
                        for name in names(in: folder) where name.hasSuffix(".conf") {
                            read("\(folder)/\(name)", depth + 1)
                        }
                    } else if word.hasPrefix("/") {
                        folders.append(String(word.prefix { $0 != " " && $0 != "\t" }))
                    }
                }
            }
            read("/etc/ld.so.conf", 0)
            let standard = ModuleEnvironment.standardLibraryDirectories
            return folders + standard.map { String($0.dropFirst(4)) } + standard + ["/lib64", "/lib"]
        }
    }

    private func replace(_ part: String, with text: String, in path: String) -> String {
        guard path.hasPrefix(part) else { return path }
        return text + path.dropFirst(part.count)
    }
}

internal import JetonOctets

extension Machine {
    /// What the distribution's packages say of some files: which of them are not as they were installed.
    ///
    /// Asks dpkg, or rpm; says nothing where neither can be asked.
    func packageFaults(of files: [String]) -> [Suspect] {
        let wanted = Array(
            files.filter { $0.hasPrefix("/usr/") || $0.hasPrefix("/lib") || $0.hasPrefix("/etc/") }.prefix(400)
        )
        guard !wanted.isEmpty else { return [] }
        let owners = packages(having: wanted)
        let names = Set(owners.values).sorted()
        guard !names.isEmpty else { return [] }
        // dpkg writes "??5?????? c /path" for a file with another checksum, "c" marking configuration, and
        // "missing     /path"; rpm the same with its own letters.
        let isRPM = !exists("/var/lib/dpkg/status")
        let command = isRPM ? ["rpm", "-V", "--nodeps"] + names : ["dpkg", "--verify"] + names
        guard case .ended(_, let output) = probe.run(command) else { return [] }
        return output.lines().compactMap { line in
            guard let start = line.firstIndex(of: "/") else { return nil }
            let path = String(line[start...])
            let marks = line[..<start].split(separator: " ")
            let isMissing = marks.first == "missing"
            guard isMissing || marks.first?.contains("5") == true else { return nil }
            let isConfiguration = marks.dropFirst().contains("c")
            guard let name = wanted.first(where: { $0 == path || realPath($0) == realPath(path) }) else { return nil }
            let package = owners[name] ?? ""
            // A configuration that the administrator has changed is what it is for.
            if isConfiguration, !isMissing { return nil }
            return Suspect(
                path: name,
                fault: isMissing
                    ? "is missing; the package \(package) contains it"
                    : "is not the file that the package \(package) installed",
                evidence: [Evidence("package", "\(package)"), Evidence("\(command[0])", "\(String(line))")],
                weight: isMissing ? .missing : .damaged,
                remedies: [reinstallation(of: package)]
            )
        }
    }

    /// The files that do not exist although a package has them.
    func missingPackageFiles(among paths: [String]) -> [Suspect] {
        let owners = packages(having: paths.filter { $0.hasPrefix("/usr/") || $0.hasPrefix("/etc/") })
        return owners.sorted { $0.key < $1.key }.compactMap { path, package in
            guard !exists(path) else { return nil }
            return Suspect(
                path: path,
                fault: "is missing; the package \(package) contains it",
                evidence: [absence(of: path), Evidence("package", "\(package)")],
                weight: .missing,
                remedies: [reinstallation(of: package)]
            )
        }
    }

    /// The package of each path that one has.
    func packages(having paths: [String]) -> [String: String] {
        guard !paths.isEmpty else { return [:] }
        // Packages name files by the directories of before /lib was merged with /usr/lib.
        var forms: [String: String] = [:]
        for path in paths.prefix(400) {
            forms[path] = path
            let real = realPath(path)
            forms[real] = path
            if real.hasPrefix("/usr/lib") { forms[String(real.dropFirst(4))] = path }
            if real.hasPrefix("/usr/sbin") || real.hasPrefix("/usr/bin") { forms[String(real.dropFirst(4))] = path }
        }
        guard case .ended(_, let output) = probe.run(["dpkg-query", "--search"] + forms.keys.sorted()) else {
            return [:]
        }
        var owners: [String: String] = [:]
        for line in output.lines() {
            // "package:arch, other: /path"
            guard let start = line.firstIndex(of: "/"), let path = forms[String(line[start...])] else { continue }
            let name = line[..<start].prefix { $0 != "," && $0 != " " }
            owners[path] = String(name.hasSuffix(":") ? name.dropLast() : name)
        }
        return owners
    }

    /// Installing a package again, which is there and damaged.
    func reinstallation(of package: String, then commands: [ShellCommand] = []) -> Remedy {
        let command = ShellCommand(stringLiteral: (distribution ?? .debian).reinstall(ShellWord.quote(package)))
        return Remedy(
            "install the package \(ReportText(value: package)) again",
            commands: [command] + commands,
            needs: .root
        )
    }
}

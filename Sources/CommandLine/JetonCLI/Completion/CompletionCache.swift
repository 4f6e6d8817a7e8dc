internal import ArgumentParser
internal import Cryptoki
internal import Glibc
internal import JetonFiles
internal import JetonOctets
internal import JetonPrograms
internal import SigningDesk
internal import TokenKit
internal import UserFiles

/// What tokens were there a moment ago, for the completion of their names.
///
/// Looking at them may take long, and never ends in a module that hangs. So another process looks and writes what it finds
/// here, and the completion waits for it no longer than a person does not notice.
struct CompletionCache {
    /// What a name is one of.
    enum Kind: String {
        case token, reader, key
    }

    /// The program's own argument for the process that looks.
    static let command = "---complete-refresh"

    /// How long the completion waits, in milliseconds.
    private static let patience = 60
    /// How old names may be without another look, in seconds.
    private static let freshness = 5
    /// When the process that looks is ended, in seconds.
    private static let limit: UInt32 = 20

    private let modules: [String]

    /// - Parameter modules: The modules that the command line names.
    init(modules: [String]) { self.modules = modules }

    /// The names of a kind, as far as they are known.
    func names(_ kind: Kind) -> [String] {
        guard let path else { return [] }
        if !isFresh(path) { look() }
        return names(kept: kind, path)
    }

    /// Looks at the tokens and keeps their names; the work of the other process.
    func refresh() -> ExitCode {
        alarm(CompletionCache.limit)
        guard let path, lock(path) else { return .success }
        // Modules that answer at once do not wait for those that take long, or hang.
        for patience in [40, 400, 10_000] {
            let inventory = finder(patience).inventory()
            let isComplete = patience > 400 || inventory.failures.isEmpty
            // What did not answer in time may be there all the same.
            let earlier = isComplete ? nil : path
            keep(inventory, keys: names(kept: .key, path), besides: earlier, path)
            if patience > 40 || isComplete { keep(inventory, keys: keys(inventory), besides: earlier, path) }
            if isComplete { break }
        }
        return .success
    }

    /// Finds tokens with a deadline for each module.
    ///
    /// - Parameters:
    ///   - patience: The deadline in milliseconds.
    ///   - path: The only module to ask; all of them without it.
    /// - Returns: A finder that nothing was asked of yet.
    private func finder(_ patience: Int, module path: String? = nil) -> TokenFinder {
        TokenFinder(
            modules: ModuleChoice(paths: modules).registry().surveyRequests.filter { path == nil || $0.path == path },
            surveyor: ModuleSurveyor(deadlineMilliseconds: patience, helper: Process.executable)
        )
    }

    // MARK: - The other process

    /// Starts the process that looks, and waits for it a moment.
    private func look() {
        guard let program = Process.executable else { return }
        // Silent, since the shell reads until every writer has closed the pipe, and not a part of the shell's job, which
        // the user may end.
        var call = ProgramCall(silent: [program, CompletionCache.command] + modules)
        call.hasOwnSession = true
        _ = try? call.start().end(within: .milliseconds(CompletionCache.patience))
    }

    /// The names of the keys and certificates that are seen without a login.
    private func keys(_ inventory: Inventory) -> [String] {
        var names: [String] = []
        for entry in inventory.tokens where entry.token.flags.contains(.tokenInitialized) {
            var query = TokenQuery(modules: modules)
            guard (try? query.add(inventory.shortestURI(of: entry), from: .elsewhere)) != nil,
                let token = try? finder(2_000, module: entry.modulePath).find(query, among: .any),
                var session = try? token.openSession()
            else { continue }
            for record in (try? ObjectRecord.read(&session)) ?? [] {
                names.append(record.label.isEmpty ? record.idHex : record.label)
            }
            try? session.close()
        }
        return names
    }

    // MARK: - The file

    /// One file for each set of modules and place of data.
    private var path: String? {
        guard let directory = Process.directories.cache else { return nil }
        let variables = ["JETON_DATA", "JETON_MODULES", "JETON_PROVIDER_CARDS"].map { Process.variable($0) ?? "" }
        // FNV-1a; the names of other sets would only be of no use.
        let hash = (modules + variables).joined(separator: "\0").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "\(directory)/completion-\(String(hash, radix: 16))"
    }

    private func isFresh(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return (0..<CompletionCache.freshness).contains(time(nil) - status.st_mtim.tv_sec)
    }

    /// Takes the lock that one process at a time has; it goes with the process.
    private func lock(_ path: String) -> Bool {
        guard let end = path.lastIndex(of: "/"), (try? ReplacedFile.makeDirectory(String(path[..<end]))) != nil else {
            return false
        }
        let descriptor = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        return descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    private func names(kept kind: Kind, _ path: String) -> [String] {
        let lines = (try? FileSource.contents(of: path, limit: 1 << 20)) ?? []
        let prefix = kind.rawValue + " "
        return String(decoding: lines, as: UTF8.self).lines().filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }

    private func keep(_ inventory: Inventory, keys: [String], besides earlier: String?, _ path: String) {
        func lines(_ kind: Kind, _ names: [String]) -> String {
            // A name with a control character can't be typed.
            let names = Set(names).filter { !$0.isEmpty && $0.withoutControlCharacters == $0 }.sorted()
            return names.map { "\(kind.rawValue) \($0)\n" }.joined()
        }
        func known(_ kind: Kind) -> [String] { earlier.map { names(kept: kind, $0) } ?? [] }
        let text =
            lines(.token, inventory.tokens.map(\.token.label.description) + known(.token))
            + lines(.reader, inventory.readers.map(\.name) + known(.reader)) + lines(.key, keys)
        guard let end = path.lastIndex(of: "/") else { return }
        try? ReplacedFile.write(
            Array(text.utf8),
            in: String(path[..<end]),
            name: String(path[end...].dropFirst()),
            mode: 0o600
        )
    }
}

internal import ArgumentParser
internal import Glibc
internal import JetonPCSC
internal import SigningDesk
internal import TokenKit

/// Prints what changes: the part of `jeton list --watch` after the first list.
struct ListWatcher {
    let modules: ModuleChoice
    let json: Bool
    let all: Bool

    /// Slots of modules that have no PC/SC reader are looked at this often.
    private static let surveyMilliseconds: UInt32 = 2000
    /// A card that was put in or taken out just now is looked at up to so many times, with a pause between.
    private static let looks = 5
    private static let pauseMicroseconds: UInt32 = 200_000

    /// Runs until a signal ends the program or the output is closed.
    func run(from first: Inventory) throws -> ExitCode {
        var known = rows(first)
        while true {
            wait()
            let finder = try modules.finder()
            var now: [String: Row] = [:]
            // Before a card is reported under another module's name, Jeton's own gets the time to read it.
            for _ in 0..<ListWatcher.looks {
                let inventory = finder.inventory()
                now = rows(inventory)
                guard now != known, inventory.isSettling else { break }
                usleep(ListWatcher.pauseMicroseconds)
            }
            for name in Set(known.keys).union(now.keys).sorted() where known[name] != now[name] {
                try report(known[name], now[name])
            }
            known = now
        }
    }

    private struct Row: Equatable {
        let nickname: String
        let name: String
        let media: String
        let state: String
    }

    private func rows(_ inventory: Inventory) -> [String: Row] {
        var rows: [String: Row] = [:]
        for reader in ListReport(inventory: inventory, all: all, namesModules: false).readers {
            // Several tokens of one module may be in places of one name.
            var key = reader.name
            while rows[key] != nil { key += "+" }
            rows[key] = Row(
                nickname: reader.nickname,
                name: reader.name,
                media: reader.media,
                state: reader.state.rawValue
            )
        }
        return rows
    }

    /// Waits for a reader event, at most until the slots without a reader are to be looked at again.
    private func wait() {
        guard let library = try? PCSCLibrary(), let context = try? Context(library: library),
            let names = try? context.readers(), let states = try? context.states(of: names)
        else {
            usleep(ListWatcher.surveyMilliseconds * 1000)
            return
        }
        let watched = states + [ReaderState.newReaders()]
        do throws(PCSCError) {
            _ = try context.waitForChange(from: watched, timeoutMilliseconds: ListWatcher.surveyMilliseconds)
        } catch {
            // pcscd going away answers at once; without a pause this would spin.
            if error.code != .timeout { usleep(500_000) }
        }
    }

    private func report(_ before: Row?, _ after: Row?) throws(CommandError) {
        guard let row = after ?? before else { return }
        if json {
            let document = JSON.object([
                "schema": "jeton.list.event/1", "nickname": row.nickname, "name": row.name,
                "event": before == nil ? "added" : after == nil ? "removed" : "changed", "media": after?.media,
                "state": after?.state, "previousMedia": before?.media, "previousState": before?.state,
            ])
            try Console.print(verbatim: document.line)
            return
        }
        func words(_ row: Row?) -> String { row.map { "\($0.media) (\($0.state))" } ?? "not there" }
        try Console.print("\(row.nickname): \(words(before)) -> \(words(after))")
    }
}

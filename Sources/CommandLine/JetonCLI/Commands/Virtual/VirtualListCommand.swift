internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual list`.
struct VirtualListCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the virtual cards.")

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let directory = try CardDirectory()
        let cards = try directory.cards().map { card in
            (card, Result { () throws(VirtualCardError) in try CardReport(card) })
        }
        try answer("jeton.virtual.list/1", ["cards": cards.map { JSON.object(members($0, $1)) }]) {
            guard cards.isEmpty else { return try Console.print(table(cards).lines(style: Console.style)) }
            Console.note("no virtual cards in \(directory.path)")
            Console.note("hint: `jeton virtual create NAME` makes one")
        }
        for case (_, .failure(let error)) in cards { Console.note("warning: \(error)") }
        return .success
    }

    private func table(_ cards: [(CardFile, Result<CardReport, VirtualCardError>)]) -> Table {
        var table = Table(["name", "serial", "state", "PIN", "PUK", "keys"])
        for (card, result) in cards {
            switch result {
            case .success(let report):
                table.add([
                    card.name, String(report.status.serialNumber), report.place.rawValue,
                    CardReport.count(report.status.pin), CardReport.count(report.status.unblockingKey),
                    report.keys.joined(separator: " "),
                ])
            case .failure: table.add([card.name, "", "unusable", "", "", ""])
            }
        }
        return table
    }

    private func members(_ card: CardFile, _ result: Result<CardReport, VirtualCardError>) -> JSON.Members {
        switch result {
        case .success(let report): report.members + ["error": JSON.null]
        case .failure(let error):
            ["name": card.name, "path": card.path, "state": "unusable", "error": error.description]
        }
    }
}

internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual list`.
struct VirtualListCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the virtual cards."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let directory = try CardDirectory()
        let cards = try directory.cards().map { card in
            (card, Result { () throws(VirtualCardError) in try CardReport(card) })
        }
        if output.json {
            let documents = cards.map { card, result in JSON.object(members(card, result)) }
            try Console.print(.object([("schema", .string("jeton.virtual.list/1")), ("cards", .array(documents))]))
        } else if cards.isEmpty {
            Console.note("no virtual cards in \(directory.path)")
            Console.note("hint: `jeton virtual create NAME` makes one")
        } else {
            try Console.print(table(cards).lines(style: Console.style))
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

    private func members(_ card: CardFile, _ result: Result<CardReport, VirtualCardError>) -> [(String, JSON)] {
        switch result {
        case .success(let report): report.members + [("error", .null)]
        case .failure(let error):
            [
                ("name", .string(card.name)), ("path", .string(card.path)), ("state", .string("unusable")),
                ("error", .string(error.description)),
            ]
        }
    }
}

internal import ArgumentParser
internal import Cryptoki
internal import Octets
internal import SigningDesk

/// What a new key pair is called.
struct NewKeyOptions: ParsableArguments {
    @Option(name: .long, help: "The label of both halves.")
    var label: String

    @Option(
        name: .long,
        help: ArgumentHelp("Id in hexadecimal (default: the lowest free one, except 02 and 04).", valueName: "hex")
    )
    var id: String?

    /// The label and id, read.
    func name() throws(CommandError) -> NewObjectName { try NewObjectName(label: label, id: id) }
}

extension ReportingSubcommand {
    /// Finds the key pair that a command has made, and reports it.
    func answer(
        _ schema: String,
        made name: (label: String, id: [UInt8]),
        _ specification: KeySpecification,
        in use: inout TokenSession
    ) throws {
        let made = try use.find(.text(Hex.encode(name.id)), .privateKey, noun: "private key")
        try answer(
            schema,
            [
                ("uri", .string(made.uri)), ("label", .string(name.label)), ("id", .string(made.record.idHex)),
                ("type", .string(specification.description)),
            ],
            ["\(specification) key '\(name.label)' with id \(made.record.idHex): \(made.uri)"]
        )
    }
}

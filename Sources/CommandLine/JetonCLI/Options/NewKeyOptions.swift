internal import ArgumentParser
internal import Cryptoki
internal import JetonOctets
internal import SigningDesk

/// What a new key pair is called.
struct NewKeyOptions: ParsableArguments {
    @Option(help: "Label of the key pair.")
    var label: String

    @Option(help: ArgumentHelp("Id in hexadecimal (default: the lowest free one, except 02 and 04).", valueName: "hex"))
    var id: String?

    /// The label and id, read.
    func name() throws(CommandError) -> NewObjectName { try NewObjectName(label: label, id: id) }
}

extension ReportingSubcommand {
    /// Finds the key pair that a command has made, and reports it.
    @discardableResult func answer(
        _ schema: String,
        made name: (label: String, id: [UInt8]),
        _ specification: KeySpecification,
        in use: inout TokenSession,
        more: JSON.Members = [:],
        lines: [String] = []
    ) throws -> ExitCode {
        let made = try use.find(.text(Hex.encode(name.id)), .privateKey, noun: "private key")
        let label = made.record.label
        if label != name.label {
            Console.note("note: the token stores no key labels; the key has its slot's name")
        }
        return try answer(
            schema,
            ["uri": made.uri, "label": label, "id": made.record.idHex, "type": specification.description]
                + more,
            ["\(specification) key '\(label)' with id \(made.record.idHex): \(made.uri)"] + lines
        )
    }
}

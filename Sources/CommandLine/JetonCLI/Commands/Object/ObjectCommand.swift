internal import ArgumentParser
internal import Cryptoki
internal import JetonOctets
internal import SigningDesk
internal import TokenKit

/// `jeton object`.
struct ObjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "object",
        abstract: "List, show, rename and delete any object on a token.",
        subcommands: [List.self, Show.self, Set.self, Delete.self]
    )

    /// `jeton object list`.
    struct List: ReportingSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List all objects; private ones need the PIN."
        )

        @OptionGroup var target: TokenArgument
        @OptionGroup var pin: PINOptions
        @OptionGroup var output: OutputOptions

        @Flag(help: "Do not log in; private objects are not shown.")
        var `public` = false

        func execute() throws -> ExitCode {
            var use = try Desk.open(target.query(), pin: `public` ? nil : pin)
            let objects = try ObjectRecord.read(&use.session)
            return try ObjectReport(
                schema: "jeton.object.list/1",
                objects: objects,
                selection: use.objects,
                uris: use.objects.fullURIs(of: objects, &use.session),
                isWholeToken: !`public`
            )
            .answer(output)
        }
    }

    /// `jeton object show`.
    struct Show: ReportingSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the attributes of one object, except sensitive ones."
        )

        @OptionGroup var object: ObjectOptions
        @OptionGroup var output: OutputOptions

        @Flag(help: "Do not log in; private objects are not shown.")
        var `public` = false

        func execute() throws -> ExitCode {
            let name = try object.name()
            var use = try object.tokens.open(name, pin: `public` ? nil : object.pin)
            let record = try use.objects.any(name, &use.session)
            let values = try use.session.attributes(AttributeWords.types, of: record.handle)
            let uri = record.fullURI(on: use.token)
            let shown = values.all.compactMap { type, outcome in AttributeWords(type, outcome) }
            var table = Table(["attribute", "value"])
            for attribute in shown { table.add([attribute.name, attribute.words]) }
            return try answer(
                "jeton.object.show/1",
                ["uri": uri.description, "attributes": JSON.object(JSON.Members(shown.map { ($0.name, $0.json) }))],
                ["\(uri)"] + table.lines(style: Console.style)
            )
        }
    }

    /// `jeton object set`.
    struct Set: ReportingSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change the label or id of an object."
        )

        @OptionGroup var object: ObjectOptions
        @OptionGroup var management: ManagementKeyOptions
        @OptionGroup var output: OutputOptions

        @Option(help: "The new label.")
        var label: String?

        @Option(help: ArgumentHelp("The new id in hexadecimal.", valueName: "hex"))
        var id: String?

        func execute() throws -> ExitCode {
            var template: [Attribute] = []
            if let label { template.append(.label(label)) }
            if let id {
                template.append(.id(try ObjectID.parse(id)))
            }
            guard !template.isEmpty else { throw CommandError.usage("give --label or --id") }
            let name = try object.name()
            var use = try object.tokens.open(name, pin: object.pin, changing: management)
            let record = try use.objects.any(name, &use.session)
            try use.session.setAttributes(template, of: record.handle)
            let changed = ObjectRecord(
                handle: record.handle,
                values: try use.session.attributes(ObjectRecord.types, of: record.handle)
            )
            let short = try use.objects.uniqueURI(of: changed, &use.session)
            return try answer("jeton.object.set/1", ["uri": short], [short])
        }
    }

    /// `jeton object delete`.
    struct Delete: ReportingSubcommand {
        static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete one object.")

        @OptionGroup var object: ObjectOptions
        @OptionGroup var management: ManagementKeyOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var deletion: DeletionOptions

        func execute() throws -> ExitCode {
            let name = try object.name()
            var use = try object.tokens.open(name, pin: object.pin, changing: management)
            let found = try use.find(name)
            let words = "\(found.record.className) object '\(found.record.label)'"
            try deletion.confirm("The \(words) (\(found.uri)) will be lost.")
            try use.session.destroyObject(found.record.handle)
            return try answer("jeton.object.delete/1", ["uri": found.uri], ["the \(words) is deleted"])
        }
    }
}

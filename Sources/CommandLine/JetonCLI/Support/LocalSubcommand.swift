/// A command that touches no token, and so loads no modules.
protocol LocalSubcommand: ReportingSubcommand {}

extension LocalSubcommand {
    var loadsModules: Bool { false }
}

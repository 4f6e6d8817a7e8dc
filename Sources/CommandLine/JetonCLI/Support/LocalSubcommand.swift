/// A command in whose process no module is loaded: it uses none, or has a child load each one, so that a module that
/// crashes or hangs does not stop jeton.
///
/// Where that depends on the options, a command has `loadsModules` of its own instead.
protocol LocalSubcommand: JetonSubcommand {}

extension LocalSubcommand {
    var loadsModules: Bool { false }
}

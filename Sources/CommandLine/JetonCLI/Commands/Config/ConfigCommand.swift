internal import ArgumentParser

/// `jeton config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and change the settings.",
        discussion: """
            A setting is the default of an option: token, pin-source, trust, trust-list (files and addresses), \
            trust-list-signer, tsa (addresses of timestamp servers) and proxy. The order is: the option, then the \
            environment (JETON_TOKEN, JETON_PIN_SOURCE, JETON_TRUST, JETON_TRUST_LIST, JETON_TRUST_LIST_SIGNER, \
            JETON_TSA, JETON_PROXY), then the profile of --profile or JETON_PROFILE, then the file. A trust list at an \
            address is fetched only with --online, and cached until its next update.

            The file is ~/.config/jeton/settings.conf (XDG_CONFIG_HOME). It is refused if others can change it, and \
            one that belongs to another user, such as the caller of sudo, is not read.
            """,
        subcommands: [ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self]
    )
}

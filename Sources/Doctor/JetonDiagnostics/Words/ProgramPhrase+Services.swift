extension ProgramPhrase {
    /// SoftHSM, tpm2-pkcs11, p11-kit, pcscd and systemd.
    static let services: [ProgramPhrase] = [
        .effect("Could not load the SoftHSM configuration", .module, "SoftHSM's configuration", "can't be read"),
        .effect("Could not open the config file: *", .module, "$1", "can't be opened"),
        .effect("Failed to open specified TCTI device file *", .module, "$1", "can't be opened"),
        .effect("Failed to connect to host *, port *: errno **", .module, "$1", "does not listen on port $2"),
        .effect("Could not initialize tpm ctx", .module, "the TPM", "can't be used"),
        .cause(
            "p11-kit: invalid setting: **",
            .setting,
            "p11-kit's setting",
            "is not valid: $1",
            "correct the setting"
        ),
        .cause(
            "p11-kit: *: couldn't load module: **",
            .linker,
            "$1",
            "can't be loaded: $2",
            "install the module, or remove the file that names it"
        ),
        .cause(
            "p11-kit: *: module failed to initialize**",
            .module,
            "$1",
            "does not start$2",
            "remove `critical: yes` from its p11-kit file, or repair the module"
        ),
        .effect("SCardEstablishContext: Service not available", .card, "pcscd", "does not run"),
        .effect("Failed to establish context: Unable to contact", .card, "pcscd", "does not run"),
        .effect("SCardEstablishContext: Access denied", .card, "pcscd", "refuses this user"),
        .cause("Unit * is masked", .helper, "the unit $1", "is masked", "unmask it"),
        .cause("Unit * not found", .helper, "the unit $1", "is not installed", "install the package that contains it"),
        .effect("Failed to connect to bus: **", .helper, "the systemd bus", "can't be reached: $1"),
    ]

    /// OpenSSH, GnuPG and their agents.
    static let agents: [ProgramPhrase] = [
        .cause(
            "No SmartCard daemon",
            .helper,
            "scdaemon",
            "is not installed, or gpg-agent does not start it",
            "install scdaemon"
        ),
        .cause(
            "No pinentry",
            .helper,
            "the program that asks for the PIN",
            "can't be started",
            "install pinentry, or correct pinentry-program in gpg-agent.conf"
        ),
        .cause(
            "ssh_askpass: exec(*): **",
            .helper,
            "$1",
            "asks for the PIN, but can't be started: $2",
            "install ssh-askpass, or correct SSH_ASKPASS"
        ),
        .cause(
            "*: line *: Bad configuration option: *",
            .setting,
            "$1",
            "has an unknown setting '$3' in line $2",
            "correct or remove it"
        ),
        .cause(
            "Bad configuration option: *",
            .setting,
            "the setting '$1'",
            "is not one that the program recognizes",
            "correct or remove it"
        ),
        .effect("Not supported <GPG Agent>", .helper, "gpg-agent", "does not use cards"),
        .effect("can't connect to the agent: **", .helper, "gpg-agent", "does not start: $1"),
        .cause(
            "*: terminating, * bad configuration options",
            .setting,
            "$1",
            "has $2 settings that ssh does not know",
            "correct or remove them"
        ),
        .cause(
            "invalid option \"*\"",
            .setting,
            "the option '$1'",
            "is not one that the program recognizes",
            "remove it"
        ),
        .cause("*:*: invalid option", .setting, "$1", "has an unknown option in line $2", "correct or remove it"),
        .cause(
            "Bad owner or permissions on *",
            .setting,
            "$1",
            "can be changed by other users, so ssh refuses it",
            "make it writable by its owner only"
        ),
        .cause(
            "Host key verification failed",
            .certificate,
            "the server's host key",
            "is unknown, or differs from the known one",
            "compare it with the server's, and accept it"
        ),
        .cause(
            "no mutual signature algorithm",
            .ability,
            "the key's signature algorithm",
            "is not one that both ssh and the server accept",
            "correct PubkeyAcceptedAlgorithms"
        ),
        .cause(
            "no mutual signature supported",
            .ability,
            "the key's signature algorithm",
            "is not one that both ssh and the server accept",
            "correct PubkeyAcceptedAlgorithms"
        ),
        .cause(
            "Too many authentication failures",
            .object,
            "the agent",
            "offers more keys than the server accepts attempts for",
            "name the key with IdentityFile, and set IdentitiesOnly yes"
        ),
        .cause(
            "agent refused operation",
            .helper,
            "the agent",
            "refuses the operation",
            "start the agent with the module's directory in -P, or unlock it"
        ),
        .cause(
            "Could not open a connection to your authentication agent",
            .helper,
            "the agent",
            "can't be reached through SSH_AUTH_SOCK",
            "start ssh-agent in this session"
        ),
        .effect("Error connecting to agent: **", .helper, "the agent", "can't be reached: $1"),
        .effect("selecting card failed: No such device", .card, "gpg's card", "is not there"),
        .effect("OpenPGP card not available: **", .card, "gpg's card", "can't be used: $1"),
        .effect("cannot read public key from pkcs11", .module, "the module", "shows no key"),
        .effect("Permission denied (**)", .object, "the server", "accepted none of the keys ($1)"),
    ]

    /// NSS's databases.
    static let databases: [ProgramPhrase] = [
        .cause(
            "Incorrect password/PIN entered",
            .secret,
            "the password of the NSS database",
            "is wrong",
            "correct the password"
        ),
        .cause(
            "SEC_ERROR_BAD_PASSWORD",
            .secret,
            "the password of the NSS database",
            "is wrong",
            "correct the password"
        ),
        .effect("SEC_ERROR_BAD_DATABASE", .setting, "the NSS database", "is missing, damaged or inaccessible"),
        .effect("SEC_ERROR_READ_ONLY", .setting, "the NSS database", "can't be written"),
        .cause(
            "SEC_ERROR_LEGACY_DATABASE",
            .setting,
            "the NSS database",
            "has the old format",
            "create it again with sql: before its directory"
        ),
        .cause(
            "SEC_ERROR_UNKNOWN_ISSUER",
            .certificate,
            "the issuer of the certificate",
            "is not known",
            "import the issuer's certificate"
        ),
        .cause("SEC_ERROR_EXPIRED_CERTIFICATE", .certificate, "the certificate", "has expired", "renew it"),
        .effect("Failed to add module \"*\". Probable cause : \"**\"", .linker, "the module $1", "can't be added: $2"),
    ]
}

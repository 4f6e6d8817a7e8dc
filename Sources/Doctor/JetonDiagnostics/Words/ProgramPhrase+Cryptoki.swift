extension ProgramPhrase {
    private static let tries: ShellCommand = "jeton list"
    private static let wrong = "that the command sent is wrong"

    /// Codes of PKCS #11, and what programs make of them.
    ///
    /// - SeeAlso: PKCS #11 3.1, 5.1; libp11, p11_err.c and p11_slot.c.
    static let cryptoki: [ProgramPhrase] = [
        pin("CKR_PIN_INCORRECT"), pin("PKCS#11 module:ERR_CKR_error:PIN incorrect"), pin("Wrong PIN has been provided"),
        pin("PIN code or key incorrect"), pin("Incorrect PIN"), pin("Bad PIN"), pin("C_Login failed: 160"),
        .cause(
            "CKR_PIN_LOCKED",
            .secret,
            "the PIN",
            "is locked after too many wrong ones",
            "unlock it with the PUK",
            command: "jeton pin unblock"
        ),
        .cause(
            "Authentication method blocked",
            .secret,
            "the PIN",
            "is locked after too many wrong ones",
            "unlock it with the PUK",
            command: "jeton pin unblock"
        ),
        .cause("PIN blocked", .secret, "the PIN", "is locked after too many wrong ones", "unlock it with the PUK"),
        .cause(
            "CKR_PIN_EXPIRED",
            .secret,
            "the PIN",
            "must be changed before its first use",
            "change the PIN",
            command: "jeton pin change"
        ),
        .cause("CKR_PIN_LEN_RANGE", .secret, "the PIN", "is too short or too long for the token", "use the right PIN"),
        .cause(
            "CKR_PIN_INVALID",
            .secret,
            "the PIN",
            "has characters that the token does not accept",
            "use another PIN"
        ),
        .cause("CKR_USER_PIN_NOT_INITIALIZED", .secret, "the PIN", "is not set yet", "set the user PIN"),
        .cause(
            "CKR_USER_NOT_LOGGED_IN",
            .secret,
            "the command",
            "uses a key without a login",
            "let the command send the PIN"
        ),
        .cause(
            "CKR_USER_ANOTHER_ALREADY_LOGGED_IN",
            .secret,
            "the token",
            "already has another user logged in",
            "end the other program"
        ),
        .cause(
            "CKR_SLOT_ID_INVALID",
            .object,
            "the slot",
            "that the command or its configuration names does not exist",
            "name the token by its label",
            command: tries
        ),
        .cause(
            "failed: rv = CKR_MECHANISM_INVALID",
            .ability,
            "the mechanism",
            "is not supported by the token",
            "choose a mechanism that the token supports"
        ),
        .cause(
            "CKR_MECHANISM_INVALID",
            .ability,
            "the mechanism",
            "is not supported by the token",
            "choose a mechanism that the token supports"
        ),
        .cause(
            "CKR_MECHANISM_PARAM_INVALID",
            .ability,
            "the mechanism",
            "has parameters that the token refuses",
            "choose other parameters"
        ),
        .cause(
            "For * mechanism, message size",
            .ability,
            "the mechanism $1",
            "requires data of a different length, or a different type of key",
            "choose a mechanism of the key's type"
        ),
        .cause(
            "CKR_KEY_TYPE_INCONSISTENT",
            .ability,
            "the key",
            "has a different type than the mechanism needs",
            "choose a mechanism of the key's type"
        ),
        .cause(
            "CKR_KEY_FUNCTION_NOT_PERMITTED",
            .ability,
            "the key",
            "must not be used for this operation",
            "choose another key"
        ),
        .cause(
            "CKR_KEY_SIZE_RANGE",
            .ability,
            "the key",
            "has a size that the token does not support",
            "choose another size"
        ),
        .cause("CKR_KEY_HANDLE_INVALID", .object, "the key", "is no longer on the token", "name another key"),
        .cause(
            "CKR_DATA_LEN_RANGE",
            .ability,
            "the data",
            "has a length that the mechanism does not accept",
            "hash the data first, or choose a mechanism with a hash"
        ),
        .cause(
            "CKR_DOMAIN_PARAMS_INVALID",
            .ability,
            "the curve",
            "is not supported by the token",
            "choose another curve"
        ),
        .cause(
            "CKR_CURVE_NOT_SUPPORTED",
            .ability,
            "the curve",
            "is not supported by the token",
            "choose another curve"
        ),
        .cause(
            "CKR_ATTRIBUTE_READ_ONLY",
            .ability,
            "the object",
            "has an attribute that can't be changed",
            "leave the attribute out"
        ),
        .cause(
            "CKR_ATTRIBUTE_SENSITIVE",
            .ability,
            "the key",
            "can't be read: it stays on the token",
            "use the key on the token"
        ),
        .cause(
            "CKR_TEMPLATE_INCONSISTENT",
            .ability,
            "the object",
            "has attributes that contradict each other",
            "correct the command's options"
        ),
        .cause("CKR_TOKEN_WRITE_PROTECTED", .ability, "the token", "is write-protected", "use another token"),
        .cause("CKR_DEVICE_MEMORY", .shortage, "the token", "is full", "delete objects that are no longer needed"),
        .cause("CKR_SESSION_COUNT", .shortage, "the token", "has no free sessions", "end other programs that use it"),
        .cause(
            "CKR_CRYPTOKI_ALREADY_INITIALIZED",
            .module,
            "the module",
            "is started twice in one process",
            "load it in one place only"
        ),
        .cause(
            "CKR_FUNCTION_NOT_SUPPORTED",
            .ability,
            "the module",
            "does not support this function",
            "use another module"
        ),
        .effect("CKR_TOKEN_NOT_PRESENT", .card, "the token", "is not present"),
        .effect("CKR_TOKEN_NOT_RECOGNIZED", .card, "the card", "is not one that the module recognizes"),
        .effect("CKR_DEVICE_REMOVED", .card, "the token", "was removed"),
        .effect("CKR_DEVICE_ERROR", .card, "the token", "reports an error"),
        .effect("CKR_HOST_MEMORY", .shortage, "the module", "is out of memory"),
        .effect("CKR_CANT_LOCK", .module, "the module", "can't lock"),
        .effect("CKR_GENERAL_ERROR", .module, "the module", "reports a general error"),
        .effect("CKR_FUNCTION_FAILED", .module, "the module", "reports that a function failed"),
        .effect("C_Initialize for provider * failed: *", .module, "$1", "does not start (code $2)"),
    ]

    private static func pin(_ pattern: String) -> ProgramPhrase {
        .cause(
            pattern,
            .secret,
            "the PIN",
            wrong,
            "correct the PIN in the place the command reads it from; the list shows how many tries are left",
            command: tries
        )
    }

    /// Programs that use a module: OpenSC's tools, p11tool, libp11 and its engine.
    static let tokenTools: [ProgramPhrase] = [
        .cause(
            "No slot with token named \"**\" found",
            .object,
            "the token '$1'",
            "does not exist",
            "name a token that exists",
            command: tries
        ),
        .cause(
            "Private key not found",
            .object,
            "the private key",
            "that the command names is not on the token",
            "name a private key that exists"
        ),
        .cause(
            "Public key not found",
            .object,
            "the public key",
            "that the command names is not on the token",
            "name a public key that exists"
        ),
        .cause(
            "Certificate not found",
            .object,
            "the certificate",
            "that the command names is not on the token",
            "name a certificate that exists"
        ),
        .cause(
            "No matching objects found",
            .object,
            "the object",
            "that the command's URI names does not exist",
            "name an object that exists"
        ),
        .cause(
            "No matching initialized token was found",
            .object,
            "the token",
            "that the command's URI names does not exist",
            "name a token that exists",
            command: tries
        ),
        .cause(
            "private key was not found at: **",
            .object,
            "the private key",
            "that the command's URI names does not exist",
            "name a private key that exists"
        ),
        .cause(
            "certificate was not found at: **",
            .object,
            "the certificate",
            "that the command's URI names does not exist",
            "name a certificate that exists"
        ),
        .cause(
            "pkcs11 engine:ERR_ENG_error:object not found",
            .object,
            "the object",
            "that the command's URI names does not exist",
            "name an object that exists"
        ),
        .cause(
            "The requested PKCS #11 object is not available",
            .object,
            "the object",
            "that the command's URI names does not exist",
            "name an object that exists"
        ),
        .cause(
            "error setting certificate verify locations",
            .certificate,
            "the file of trusted certificates",
            "can't be read",
            "correct its path"
        ),
        .cause(
            "Invalid engine \"*\"",
            .helper,
            "the engine '$1'",
            "is not installed, or can't be loaded",
            "install it, or correct its name"
        ),
        .cause(
            "SSL Engine '*' not found",
            .helper,
            "the engine '$1'",
            "is not installed, or can't be loaded",
            "install it, or correct its name"
        ),
        .cause(
            "unable to load provider *",
            .helper,
            "the provider '$1'",
            "is not installed, or can't be loaded",
            "install it, or correct its name"
        ),
        .effect("Can't open \"*\" for reading, **", .setting, "$1", "can't be opened: $2"),
        .effect("Unable to load module *", .linker, "$1", "can't be loaded"),
        .effect("No smart card readers found", .card, "the service", "has no reader"),
        .effect("No readers found", .card, "the service", "has no reader"),
        .effect("Failed to connect to card: Card not present", .card, "the reader", "has no card"),
        .effect("Card is invalid or cannot be handled", .card, "the card", "is not one that OpenSC recognizes"),
        .cause(
            "Reader in use by another application",
            .card,
            "the reader",
            "is in use by another program",
            "end the other program"
        ),
        .effect("Unsupported card", .card, "the card", "is not one that OpenSC recognizes"),
        .cause(
            "Security status not satisfied",
            .secret,
            "the card",
            "requires a PIN first",
            "let the command send the PIN"
        ),
    ]
}

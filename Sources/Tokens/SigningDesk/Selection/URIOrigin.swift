public import Cryptoki

/// Who wrote a PKCS #11 URI.
public enum URIOrigin: Hashable, Sendable {
    /// The user, in the command or the call that it is for: it may name a module and the PIN's source.
    case user
    /// A file, a setting, an environment, a job or a peer: it selects among the tokens of the modules in use, and no more.
    ///
    /// A module is code that runs, and a PIN's source can be a program's output or another token's PIN.
    case elsewhere
}

extension PKCS11URI {
    /// The first attribute that only the user's own URI may have: one that names a module, a PIN or its source.
    public var reservedAttribute: QueryAttribute? {
        if hasPINValue { return .pinValue }
        return queryAttributes.first { [.moduleName, .modulePath, .pinSource].contains($0) }
    }
}

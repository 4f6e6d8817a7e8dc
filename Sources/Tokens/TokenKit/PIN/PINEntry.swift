public import JetonOctets

/// What a PIN source gave.
///
/// The two are different calls of `C_Login`: a null pointer for the protected path, octets for a PIN.
public enum PINEntry: ~Copyable {
    /// A PIN of 1 to ``PINReader/maximumLength`` octets; wiped when it goes out of scope.
    case pin(Secret)
    /// No PIN: the reader or token asks for it itself.
    case protectedAuthenticationPath
}

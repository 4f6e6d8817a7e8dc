import JetonKeystoreBase

// The name is the keychain's own.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The meaning of a status number in a few words.
///
/// - Parameters:
///   - status: What a function of this module returned.
///   - reserved: Nil.
/// - Returns: The words, or nil for a number that no function of this module returns.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    guard status != errSecSuccess else { return "no error" }
    let code = KeystoreError.Code(rawValue: status)
    return code.name == String(status) ? nil : code.words
}

internal import Glibc

/// A directory for a short time, which only this user can enter.
package enum TemporaryDirectory {
    /// Makes a directory, which the caller removes.
    ///
    /// - Parameters:
    ///   - parent: Where it lies.
    ///   - purpose: A word of its name.
    /// - Returns: Its path; nil, with `errno` set, if it can't be made.
    package static func make(in parent: String = "/tmp", for purpose: String) -> String? {
        var template = Array("\(parent)/jeton-\(purpose)-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

internal import Cryptoki

/// PINs that are entered on the reader's own keys.
enum ReaderPINEntry {
    /// Runs a call that has a PIN entered on the reader.
    ///
    /// Where that is not possible, the error says how to give the PIN here; jeton never asks for it here by itself.
    ///
    /// - Parameters:
    ///   - option: The option that names where the PIN comes from.
    ///   - body: Makes the call.
    /// - Throws: ``CommandError`` with the hint, or what the call throws.
    static func run(_ option: String, _ body: () throws(CryptokiError) -> Void) throws {
        do throws(CryptokiError) {
            try body()
        } catch {
            var report = ErrorReport.describe(error)
            report.hints += hints(error, option)
            if error.code == .functionCanceled { report.exitCode = .login }
            throw report
        }
    }

    /// What to do if a PIN was not entered on the reader.
    static func hints(_ error: CryptokiError, _ option: String) -> [String] {
        switch error.code {
        case .argumentsBad, .functionNotSupported:
            ["this PIN can't be entered on the reader; use `\(option) prompt` to enter it here"]
        case .generalError, .functionFailed, .deviceError, .mechanismInvalid, .pinInvalid, .pinLenRange:
            ["if the reader has no PIN pad, use `\(option) prompt` to enter the PIN here"]
        case .functionCanceled:
            ["the PIN was not entered in time, or the entry was canceled on the reader; no try was used"]
        default: []
        }
    }
}

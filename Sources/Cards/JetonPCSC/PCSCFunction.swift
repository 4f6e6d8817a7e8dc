/// A function of the PC/SC interface, by the name that its documentation uses.
public struct PCSCFunction: RawRepresentable, Hashable, Sendable {
    /// The C function's name.
    public let rawValue: String

    /// Names a function.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Loading the library (dlopen, dlsym).
    public static let load = PCSCFunction(rawValue: "dlopen")
    /// Starting a thread for a monitor (pthread_create).
    public static let startThread = PCSCFunction(rawValue: "pthread_create")
    /// SCardEstablishContext.
    public static let establishContext = PCSCFunction(rawValue: "SCardEstablishContext")
    /// SCardReleaseContext.
    public static let releaseContext = PCSCFunction(rawValue: "SCardReleaseContext")
    /// SCardIsValidContext.
    public static let isValidContext = PCSCFunction(rawValue: "SCardIsValidContext")
    /// SCardConnect.
    public static let connect = PCSCFunction(rawValue: "SCardConnect")
    /// SCardReconnect.
    public static let reconnect = PCSCFunction(rawValue: "SCardReconnect")
    /// SCardDisconnect.
    public static let disconnect = PCSCFunction(rawValue: "SCardDisconnect")
    /// SCardBeginTransaction.
    public static let beginTransaction = PCSCFunction(rawValue: "SCardBeginTransaction")
    /// SCardEndTransaction.
    public static let endTransaction = PCSCFunction(rawValue: "SCardEndTransaction")
    /// SCardStatus.
    public static let status = PCSCFunction(rawValue: "SCardStatus")
    /// SCardGetStatusChange.
    public static let getStatusChange = PCSCFunction(rawValue: "SCardGetStatusChange")
    /// SCardControl.
    public static let control = PCSCFunction(rawValue: "SCardControl")
    /// SCardGetAttrib.
    public static let getAttribute = PCSCFunction(rawValue: "SCardGetAttrib")
    /// SCardTransmit.
    public static let transmit = PCSCFunction(rawValue: "SCardTransmit")
    /// SCardListReaders.
    public static let listReaders = PCSCFunction(rawValue: "SCardListReaders")
    /// SCardCancel.
    public static let cancel = PCSCFunction(rawValue: "SCardCancel")
}

public import SmartCard

extension StatusWord {
    /// 9841: no activation password for now; four octets of data tell for how many seconds, most significant first.
    public static let passwordThrottled = StatusWord(rawValue: 0x9841)
    /// 9842: REKEY, or a new session, is due.
    public static let rekeyRequired = StatusWord(rawValue: 0x9842)
    /// 9843: the session's counter was taken by another session meanwhile; a new handshake has the next one.
    public static let sessionCounterTaken = StatusWord(rawValue: 0x9843)
}

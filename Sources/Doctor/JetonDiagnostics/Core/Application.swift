/// A program whose way to tokens can be checked with `--app`.
public enum Application: String, CaseIterable, Sendable {
    /// Mozilla Firefox.
    case firefox
    /// Chromium, Google Chrome and their kin.
    case chromium
    /// OpenSSH's client and agent.
    case ssh
    /// GnuPG.
    case gpg
    /// OpenSSL with its engines and providers.
    case openssl
    /// Java's SunPKCS11 and smartcardio.
    case java
    /// curl.
    case curl
    /// OpenVPN.
    case openvpn
}

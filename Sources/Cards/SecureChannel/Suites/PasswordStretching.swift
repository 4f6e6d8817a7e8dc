/// What makes a guess of an activation password expensive.
enum PasswordStretching: Hashable, Sendable {
    /// PBKDF2 with HMAC-Streebog-512.
    case pbkdf2(iterations: Int)
    /// The rounds and the point multiplication of RFC 8133, 4.1.
    case sespake
    /// scrypt of RFC 7914, as RFC 9383, 3.2 makes two scalars of it.
    case scrypt(log2Cost: Int, blockSize: Int, parallelism: Int)
}

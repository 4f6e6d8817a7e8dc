internal import Cryptoki
public import Jeton
public import JetonOctets
internal import JetonX509
internal import VirtualCard

/// A PIV card in software for tests: no hardware, no daemon, nothing of the user's.
///
/// ```swift
/// let card = try await TestCard(label: "anna")
/// let key = try await card.makeKey("work")
/// let signature = try await key.signature(for: message)
/// ```
///
/// The card is driven by Jeton's own module, `libjeton-pkcs11.so`, which is looked for beside the program and in the
/// system's library directories: a test target names the product `jeton-pkcs11` beside `JetonTesting`. The image lies in
/// a directory of the process's own and is deleted with this value; the record of refused PINs lies there too.
///
/// Certificates say TEST. A program with rights beyond its user's, or with `JETON_NO_TESTING` in its environment, makes
/// no card. May be used from any thread; the first card must be made before other threads change the environment.
public final class TestCard: Sendable {
    /// The user's PIN of every card.
    public static var pin: Secret { Secret(copying: userPIN) }

    private static let userPIN = "234567"
    private static let securityOfficerPIN = "87654321"

    /// The token, logged in.
    public let token: Token
    /// The label.
    public let label: String
    private let path: String

    /// Makes a card with a label and the PIN ``pin``, and logs in.
    ///
    /// - Parameter label: At most 32 bytes of UTF-8; tells the card from other cards of the process.
    /// - Throws: ``TestCardError``; `TokenError`.
    public init(label: String = "TEST") throws {
        let place = try TestPlace.ofThisProcess.get()
        path = place.newCard()
        self.label = label
        do {
            let serialNumber = try Self.setUp(path, label, place.module)
            token = try Token.find(serialNumber, in: .paths(place.module))
            try token.login(pin: Self.pin)
        } catch {
            try? SoftwareCard.delete(at: path)
            throw error
        }
    }

    deinit { try? SoftwareCard.delete(at: path) }

    /// Makes a key and a certificate for it, which it signs itself: `CN=TEST` and the label.
    ///
    /// - Parameters:
    ///   - label: The label of key and certificate.
    ///   - specification: The kind of key.
    ///   - purpose: What the key is opened for.
    /// - Returns: The key.
    /// - Throws: `TokenError`.
    public func makeKey(
        _ label: String,
        _ specification: KeySpecification = .ec(.p256),
        for purpose: KeyPurpose = .any
    ) throws -> TokenKey {
        let key = try token.generateKey(specification, label: label)
        var template = CertificateTemplate(subject: try DistinguishedName("CN=TEST \(label)"), days: 1)
        template.extensions = [.basicConstraints(isAuthority: false), .keyUsage(.digitalSignature)]
        let signer = try key.documentKey()
        try token.importCertificate(Self.certificate(template, signer).derRepresentation)
        return try token.key(Hex.encode(key.id), for: purpose)
    }

    /// Takes the card out of its reader: calls that use it fail as they do when a token is pulled out.
    ///
    /// - Throws: ``TestCardError``.
    public func eject() throws(TestCardError) {
        do { try SoftwareCard.eject(at: path) } catch { throw TestCardError(.card, "\(error)") }
    }

    /// Puts the card back.
    ///
    /// - Throws: ``TestCardError``.
    public func insert() throws(TestCardError) {
        do { try SoftwareCard.insert(at: path) } catch { throw TestCardError(.card, "\(error)") }
    }

    private static func certificate(
        _ template: CertificateTemplate,
        _ key: some SigningKey
    ) throws -> Certificate {
        try template.selfSigned(by: key)
    }

    /// Makes the image and sets the token up, as an administrator does; gives its serial number.
    private static func setUp(_ path: String, _ label: String, _ modulePath: String) throws -> String {
        let card: SoftwareCard
        do { card = try SoftwareCard.create(at: path) } catch { throw TestCardError(.card, "\(error)") }
        let number = try card.status().serialNumber
        let module = try Module(path: modulePath)
        let slot = try module.slots().first {
            // Another card of the process may come or go meanwhile.
            (try? $0.tokenInfo()).flatMap { UInt32($0.serialNumber.description, radix: 16) } == number
        }
        guard let slot else { throw TestCardError(.noModule, "\(modulePath) does not show the card") }
        try slot.initializeToken(label: label, securityOfficerPIN: Secret(copying: securityOfficerPIN))
        var session = try Session(slot: slot, readWrite: true)
        try session.login(.securityOfficer, pin: Secret(copying: securityOfficerPIN))
        try session.initializePIN(pin)
        try session.logout()
        return try slot.tokenInfo().serialNumber.description
    }
}

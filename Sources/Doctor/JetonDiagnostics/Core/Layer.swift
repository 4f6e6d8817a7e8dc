/// A layer between the hardware and the person; lower layers carry the higher ones.
public enum Layer: Int, CaseIterable, Comparable, Sendable {
    /// The USB bus and the kernel.
    case usb = 1
    /// The drivers of readers.
    case driver
    /// The PC/SC service, pcscd, and the way to it.
    case service
    /// Programs that take a reader or card for themselves.
    case access
    /// The card in a reader.
    case card
    /// PKCS #11 modules and their registration.
    case module
    /// The state of a token: PINs, initialisation, pairing.
    case token
    /// Keys and certificates on a token, and what may be done with them.
    case objects
    /// The configuration of applications, and of Jeton's own keystore.
    case application
    /// What surrounds all of it: containers, sessions, the clock.
    case environment
    /// The network between this machine and the servers that the user named.
    case network

    /// The layer's name in identifiers and JSON, the catalogue's word.
    public var name: String {
        switch self {
        case .usb: "usb-kernel"
        case .driver: "driver"
        case .service: "pcscd"
        case .access: "exclusive-access"
        case .card: "card"
        case .module: "pkcs11-module"
        case .token: "token-state"
        case .objects: "objects"
        case .application: "application"
        case .environment: "environment"
        case .network: "network"
        }
    }

    /// The layer's name for people.
    public var title: String {
        switch self {
        case .usb: "USB and kernel"
        case .driver: "reader driver"
        case .service: "PC/SC service"
        case .access: "exclusive access"
        case .card: "card"
        case .module: "PKCS #11 module"
        case .token: "token state"
        case .objects: "keys and certificates"
        case .application: "applications"
        case .environment: "environment"
        case .network: "network"
        }
    }

    /// Whether the layer belongs to the way to a card, which tokens in software do not need.
    package var isOnTheWayToCards: Bool { self <= .card }

    /// Whether one layer is lower than another.
    public static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
}

// The way to a card, layers 1 to 5.
extension Catalogue {
    static let usb: [any Check.Type] = []
    static let driver: [any Check.Type] = []
    static let service: [any Check.Type] = [
        PCSCDNotInstalled.self, PCSCDSocketStale.self, PCSCDNotRunning.self,
    ]
    static let access: [any Check.Type] = []
    static let card: [any Check.Type] = []
}

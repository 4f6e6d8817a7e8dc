// From the module to the applications, layers 6 to 10.
extension Catalogue {
    static let module: [any Check.Type] = []
    static let token: [any Check.Type] = []
    static let objects: [any Check.Type] = []
    static let application: [any Check.Type] = []
    static let environment: [any Check.Type] = []
}

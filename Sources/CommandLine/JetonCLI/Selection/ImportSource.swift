internal import ArgumentParser

/// A program whose secrets can be imported.
enum ImportSource: String, ExpressibleByArgument, CaseIterable {
    case jeton, pass, gopass
    case keepassXML = "keepass-xml"
    case keepassCSV = "keepass-csv"
    case secretService = "secret-service"
}

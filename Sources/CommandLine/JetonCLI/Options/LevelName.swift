internal import ArgumentParser
internal import SignatureLevels

/// A level of CAdES on the command line.
enum LevelName: String, ExpressibleByArgument, CaseIterable {
    case b = "B"
    case t = "T"
    case lt = "LT"
    case lta = "LTA"

    var level: SignatureLevel {
        switch self {
        case .b: .b
        case .t: .t
        case .lt: .lt
        case .lta: .lta
        }
    }
}

internal import ArgumentParser
internal import CAdES

/// A level of CAdES on the command line.
enum LevelName: String, ExpressibleByArgument, CaseIterable {
    case b = "B"
    case t = "T"
    case lt = "LT"
    case lta = "LTA"

    var level: CAdESLevel {
        switch self {
        case .b: .b
        case .t: .t
        case .lt: .lt
        case .lta: .lta
        }
    }
}

/// What a module showed, or why it showed nothing.
///
/// Not a `Result`: a program that only lists tokens would spend a hundredth of its time on making that generic type.
public enum SurveyOutcome: Sendable {
    /// What it showed.
    case success(ModuleSurvey)
    /// Why not.
    case failure(SurveyFailure)
}

internal import ArgumentParser

/// How a command answers.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    @OptionGroup var general: GeneralOptions
}

extension HelpExamples {
    static let machine: [String: [Example]] = [
        "channel known-answers": [
            Example("Compare another implementation with them:", "jeton channel known-answers")
        ],
        "doctor": [
            Example("Find out why a server can't be reached:", "jeton doctor --url https://www.example.com"),
            Example("Find out why a token does not work:", "jeton doctor"),
            Example("Look also at how ssh reaches tokens:", "jeton doctor --app ssh"),
            Example("Find out why a command fails:", "jeton doctor -- ssh-add -L"),
            Example("Write a report for a bug tracker, without private data:", "jeton doctor --report report.txt"),
        ],
        "virtual create": [
            Example("Make a PIV card in software:", "jeton virtual create alpha"),
            Example("Make one that needs a secure channel:", "jeton virtual create beta --channel --print-passwords"),
        ],
        "virtual list": [
            Example("List the virtual cards:", "jeton virtual list")
        ],
        "virtual show": [
            Example("Show a card's PINs and keys:", "jeton virtual show alpha")
        ],
        "virtual insert": [
            Example("Put an ejected card back:", "jeton virtual insert alpha")
        ],
        "virtual eject": [
            Example("Take a card out:", "jeton virtual eject alpha")
        ],
        "virtual delete": [
            Example("Delete a card with its keys:", "jeton virtual delete alpha")
        ],
        "virtual serve": [
            Example("Plug two cards into pcscd's virtual readers:", "jeton virtual serve alpha beta"),
            Example("Wait for a reader that ssh brings here:", "jeton virtual serve alpha --wait"),
        ],
        "config list": [
            Example("List the settings that count:", "jeton config list")
        ],
        "config get": [
            Example("Print the token that commands use:", "jeton config get token")
        ],
        "config set": [
            Example("Use a token unless another is named:", "jeton config set token anna"),
            Example(
                "Trust two authorities in the profile work:",
                "jeton config set trust /etc/ssl/a.pem /etc/ssl/b.pem --profile work"
            ),
        ],
        "config unset": [
            Example("Name the token each time again:", "jeton config unset token")
        ],
        "completion": [
            Example("Print the script for bash, to be sourced by ~/.bashrc:", "jeton completion bash"),
            Example("Print the script for fish:", "jeton completion fish"),
        ],
        "demo": [
            Example("Watch the main job on a card in software:", "jeton demo")
        ],
        "bench": [
            Example(
                "Measure a key for ten seconds with one and four threads:",
                "jeton bench --key work --seconds 10 --threads 1,4"
            )
        ],
    ]
}

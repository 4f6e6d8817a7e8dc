extension HelpExamples {
    static let machine = """
        Compare another implementation with them:
            jeton channel known-answers
        Find out why a server can't be reached:
            jeton doctor --url https://www.example.com
        Find out why a token does not work:
            jeton doctor
        Look also at how ssh reaches tokens:
            jeton doctor --app ssh
        Find out why a command fails:
            jeton doctor -- ssh-add -L
        Write a report for a bug tracker, without private data:
            jeton doctor --report report.txt
        Make a PIV card in software:
            jeton virtual create alpha
        Make one that needs a secure channel:
            jeton virtual create beta --channel --print-passwords
        List the virtual cards:
            jeton virtual list
        Show a card's PINs and keys:
            jeton virtual show alpha
        Put an ejected card back:
            jeton virtual insert alpha
        Take a card out:
            jeton virtual eject alpha
        Delete a card with its keys:
            jeton virtual delete alpha
        Plug two cards into pcscd's virtual readers:
            jeton virtual serve alpha beta
        Wait for a reader that ssh brings here:
            jeton virtual serve alpha --wait
        List the settings that count:
            jeton config list
        Print the token that commands use:
            jeton config get token
        Use a token unless another is named:
            jeton config set token anna
        Trust two authorities in the profile work:
            jeton config set trust /etc/ssl/a.pem /etc/ssl/b.pem --profile work
        Name the token each time again:
            jeton config unset token
        Print the script for bash, to be sourced by ~/.bashrc:
            jeton completion bash
        Print the script for fish:
            jeton completion fish
        Watch the main job on a card in software:
            jeton demo
        Measure a key for ten seconds with one and four threads:
            jeton bench --key work --seconds 10 --threads 1,4
        Run the agent in a terminal, without systemd:
            jeton agent run
        Show which tokens are logged in:
            jeton agent status
        List the keys that ssh can use:
            jeton agent keys
        Log in to a token from a terminal, for programs without a display:
            jeton agent unlock --token anna
        End all logins:
            jeton agent lock
        List the last requests:
            jeton agent log
        Find out why a request was refused:
            jeton agent why
        Allow git to sign commits with any key until the rule is removed:
            jeton agent allow --program /usr/bin/ssh-keygen --purpose message --destination git
        Remove that rule:
            jeton agent forget --program /usr/bin/ssh-keygen --purpose message --destination git
        End the agent:
            jeton agent stop
        """
}

/// The scripts that ask jeton what can stand at the cursor.
///
/// What comes back is data: no shell expands or runs a part of it, whatever a token calls itself.
enum CompletionScript {
    /// The script of a shell.
    static func text(_ shell: CompletionCommand.Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let bash = #"""
        # bash completion for jeton
        _jeton() {
            local program=${COMP_WORDS[0]/#\~\//$HOME/}
            local -a lines
            mapfile -t lines < <(
                "$program" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null
            )
            COMPREPLY=()
            case ${lines[0]-} in
                files)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$2")
                    ;;
                nospace)
                    compopt -o nospace 2>/dev/null
                    COMPREPLY=("${lines[@]:1}")
                    ;;
                words) COMPREPLY=("${lines[@]:1}") ;;
            esac
        }
        complete -F _jeton jeton
        """#

    private static let zsh = #"""
        #compdef jeton
        # zsh completion for jeton
        _jeton() {
            local -a lines values shown
            local line kind
            lines=("${(@f)$("${(Q)words[1]}" ---complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
            kind=$lines[1]
            if [[ $kind == files ]]; then
                _files
                return
            fi
            for line in "${(@)lines[2,-1]}"; do
                values+=("${line%%$'\t'*}")
                shown+=("${line/$'\t'/  -- }")
            done
            (( $#values )) || return 1
            if [[ $kind == nospace ]]; then
                compadd -S '' -a values
            elif [[ "${shown[*]}" == *'  -- '* ]]; then
                compadd -l -d shown -a values
            else
                compadd -a values
            fi
        }
        if [[ $funcstack[1] == _jeton ]]; then
            _jeton "$@"
        else
            compdef _jeton jeton
        fi
        """#

    private static let fish = #"""
        # fish completion for jeton
        function __jeton_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l plain (string unescape -- $current 2>/dev/null)
            # A quote that is still open.
            test (count $plain) -eq 1; or set plain (string trim --left --chars "'\"" -- "$current")
            set -l lines ($words[1] ---complete fish $words[2..-1] "$plain" 2>/dev/null </dev/null)
            switch "$lines[1]"
                case files
                    __fish_complete_path "$current"
                case words nospace
                    for line in $lines[2..-1]
                        printf '%s\n' $line
                    end
            end
        end
        complete -c jeton -f -a '(__jeton_complete)'
        """#
}

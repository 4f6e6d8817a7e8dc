extension HelpExamples {
    static let tokens = """
        Set up a new card, from its PINs to a verified signature:
            jeton setup
        Show every reader and token:
            jeton list
        Print a line for every change, for a program to read:
            jeton list --watch --json
        Show which modules are used, and why one is left out:
            jeton modules list
        Load one module and show what it is:
            jeton modules show --module /usr/lib/softhsm/libsofthsm2.so
        Show the token of that label:
            jeton token show anna
        Show the mechanisms of the token in a reader:
            jeton token show --reader 'Yubico YubiKey 00 00' --mechanisms
        Set up the only new token; the PINs are asked for:
            jeton token init --label anna --pin-source prompt
        Set up the card in a reader, without questions:
            jeton token init --reader 'Yubico YubiKey 00 00' --label anna --yes --so-pin-source file:puk \
        --pin-source file:pin
        Give the token another label:
            jeton token rename anna --label anna-2027
        Pair the only token that is not paired yet:
            jeton pair
        Pair the token of that serial number, with a password from a file:
            jeton pair 1217688090 --password-source file:password
        End the pairing with a token:
            jeton unpair rutoken_ecp_4894721a
        Show which programs are paired with which tokens:
            jeton pairings list
        Show one pairing, and who uses it:
            jeton pairings show rutoken_ecp_4894721a
        Let ssh use the pairing of jeton:
            jeton pairings allow rutoken_ecp_4894721a /usr/bin/ssh
        Take that back:
            jeton pairings disallow rutoken_ecp_4894721a /usr/bin/ssh
        Show what is allowed with a token:
            jeton pairings policy rutoken_ecp_4894721a
        Use no card in its reader in clear:
            jeton pairings policy rutoken_ecp_4894721a --require-channel
        Make another activation password, in a file that only you can read:
            jeton pairings new-password --token anna --out password
        End all pairings with a token after a theft of its keys:
            jeton pairings new-keys anna
        Show how many tries are left:
            jeton pin status anna
        Change the user's PIN; both are asked for:
            jeton pin change anna
        Change the security officer's PIN, which PIV calls PUK:
            jeton pin change anna --so
        Set a user's PIN that is not known:
            jeton pin set anna
        Unblock a PIN after too many wrong ones:
            jeton pin unblock anna
        """
}

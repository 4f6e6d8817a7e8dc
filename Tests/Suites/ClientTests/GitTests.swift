import Foundation
import TestRig
import Testing

@Suite("git on the provider", .timeLimit(.minutes(5)))
struct GitTests {
    @Test("git signs a commit and a tag with a key of ssh-agent and verifies them", arguments: ["rsa:2048", "ec:p256"])
    func sign(_ type: String) async throws {
        let place = try await ClientPlace()
        try await place.makeKey("k", type)
        let text = try await place.runAlone(
            """
            # Written by the shell: a program that the test process writes is busy while another test forks.
            printf '#!/bin/sh\\necho %s\\n' \(ClientPlace.pin) >"$SSH_ASKPASS"
            chmod 700 "$SSH_ASKPASS"
            eval "$(ssh-agent -s -P '/*')" >agent.log
            ssh-add -s "$PROVIDER"
            ssh-add -L >key.pub
            echo "anna@example.org $(cut -d ' ' -f 1,2 key.pub)" >allowed
            git init --quiet --initial-branch main repository
            cd repository
            git config user.name Anna
            git config user.email anna@example.org
            git config gpg.format ssh
            git config user.signingkey "key::$(cat ../key.pub)"
            git config gpg.ssh.allowedSignersFile "$PWD/../allowed"
            echo letter >letter
            git add letter
            git commit --quiet --gpg-sign --message first
            git tag --sign --message one v1
            git verify-commit HEAD
            git verify-tag v1
            # A commit whose text was changed has no good signature.
            git cat-file commit HEAD | sed 's/^first$/other/' >changed
            if git verify-commit "$(git hash-object -t commit -w changed)"; then exit 1; fi
            ssh-add -e "$PROVIDER"
            kill "$SSH_AGENT_PID"
            """,
            environment: [
                "PROVIDER": place.module, "SSH_ASKPASS": place.directory.path("askpass"),
                "SSH_ASKPASS_REQUIRE": "force", "GIT_CONFIG_NOSYSTEM": "1",
            ]
        )
        #expect(text.components(separatedBy: "Good \"git\" signature for anna@example.org").count == 3, "\(text)")
    }
}

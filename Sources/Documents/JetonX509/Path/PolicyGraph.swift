import JetonASN1

/// The policies that hold for a path so far: the valid policy graph.
///
/// RFC 5280 has a tree here, which doubles with each certificate that maps every policy to every other. The graph has
/// one node for a policy and a certificate, and so at most as many nodes as the certificates have policies.
///
/// - SeeAlso: RFC 9618, 5.
struct PolicyGraph {
    private struct Node {
        let policy: OID
        /// The policies of the next certificate that this one stands for.
        var expected: [OID]
        /// Places in the level above.
        let parents: [Int]
    }

    /// One level a certificate, below the level of the anchor, which has the node anyPolicy alone.
    private var levels = [[Node(policy: .anyPolicy, expected: [.anyPolicy], parents: [])]]

    /// Whether no policy holds any more.
    var isEmpty: Bool { levels.last?.isEmpty ?? true }

    /// No policy holds from here on.
    mutating func clear() { levels = [[]] }

    /// Takes the policies of the next certificate: RFC 9618, 5.1.
    ///
    /// - Parameters:
    ///   - policies: The certificate's policies.
    ///   - acceptsAny: Whether anyPolicy among them counts.
    mutating func add(_ policies: [OID], acceptsAny: Bool) {
        guard let above = levels.last else { return }
        var level: [Node] = []
        let anyAbove = above.firstIndex { $0.policy == .anyPolicy }
        var expecting: [OID: [Int]] = [:]
        for (index, node) in above.enumerated() {
            for policy in node.expected { expecting[policy, default: []].append(index) }
        }
        for policy in policies where policy != .anyPolicy {
            if let parents = expecting[policy] {
                level.append(Node(policy: policy, expected: [policy], parents: parents))
            } else if let anyAbove {
                level.append(Node(policy: policy, expected: [policy], parents: [anyAbove]))
            }
        }
        if acceptsAny, policies.contains(.anyPolicy) {
            let named = Set(level.map(\.policy))
            // In one order, so that two runs over the same path do the same.
            let others = expecting.keys.filter { !named.contains($0) }
            for policy in others.sorted(by: { $0.contents.lexicographicallyPrecedes($1.contents) }) {
                level.append(Node(policy: policy, expected: [policy], parents: expecting[policy] ?? []))
            }
        }
        levels.append(level)
    }

    /// Takes the mappings of the last certificate: RFC 9618, 5.2, b.
    ///
    /// - Parameters:
    ///   - mappings: The certificate's policyMappings, none of them from or to anyPolicy.
    ///   - isAllowed: Whether mappings count; where they do not, the policies that are mapped end here.
    mutating func map(_ mappings: [Certificate.PolicyMapping], isAllowed: Bool) {
        guard var level = levels.popLast() else { return }
        defer { levels.append(level) }
        var targets: [OID: [OID]] = [:]
        for mapping in mappings { targets[mapping.issuerPolicy, default: []].append(mapping.subjectPolicy) }
        guard isAllowed else {
            level.removeAll { targets[$0.policy] != nil }
            return
        }
        var found = Set<OID>()
        for index in level.indices {
            guard let mapped = targets[level[index].policy] else { continue }
            level[index].expected = mapped
            found.insert(level[index].policy)
        }
        guard level.contains(where: { $0.policy == .anyPolicy }),
            let anyAbove = levels.last?.firstIndex(where: { $0.policy == .anyPolicy })
        else { return }
        let missing = targets.filter { !found.contains($0.key) }
        for (policy, mapped) in missing.sorted(by: { $0.key.contents.lexicographicallyPrecedes($1.key.contents) }) {
            level.append(Node(policy: policy, expected: mapped, parents: [anyAbove]))
        }
    }

    /// The policies that hold for the whole path, as the anchor's domain names them: the authorities-constrained
    /// policy set of RFC 9618, 5.3; anyPolicy if every policy does.
    var authorityPolicies: [OID] {
        guard let last = levels.last, !last.isEmpty else { return [] }
        if last.contains(where: { $0.policy == .anyPolicy }) { return [.anyPolicy] }
        var found: [OID] = []
        // Up from the last level, along the edges: what has no child does not hold.
        var reached = Set(last.indices)
        for depth in levels.indices.reversed().dropLast() {
            var next = Set<Int>()
            for index in reached.sorted() {
                let node = levels[depth][index]
                for parent in node.parents {
                    next.insert(parent)
                    let isBelowAny = levels[depth - 1][parent].policy == .anyPolicy
                    if isBelowAny, node.policy != .anyPolicy, !found.contains(node.policy) { found.append(node.policy) }
                }
            }
            reached = next
        }
        return found
    }
}

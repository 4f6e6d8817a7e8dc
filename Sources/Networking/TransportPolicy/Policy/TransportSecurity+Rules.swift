public import JetonNetwork

extension TransportSecurity: TLSRuleSource {
    /// What connections of Jeton's own to a host must have.
    ///
    /// Where App Transport Security demands nothing, Jeton's defaults hold, and the pins.
    public func rules(for host: String) -> TLSRules {
        let demand = demand(for: host)
        switch demand.reason {
        case .exception, .standard: return demand.rules
        case .localNetwork, .arbitraryLoads:
            var rules = TLSRules()
            rules.leafPins = demand.pins?.leafKeys
            rules.authorityPins = demand.pins?.authorityKeys
            return rules
        }
    }
}

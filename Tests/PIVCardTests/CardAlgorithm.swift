import VirtualCard

/// The card's side of a type whose name both sides have.
typealias CardAlgorithm = ManagementAlgorithm

public import ArgumentParser
public import SigningDesk

extension DocumentFormat: ExpressibleByArgument {}

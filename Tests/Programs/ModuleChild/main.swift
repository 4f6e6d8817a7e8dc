import Glibc
import TokenHost

// A child of a token host, as the agent starts it.
_exit(ModuleServer.run())

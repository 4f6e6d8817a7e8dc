// The constants of PIV are the words of this module's calls: who imports it has them too.
@_exported public import PIV

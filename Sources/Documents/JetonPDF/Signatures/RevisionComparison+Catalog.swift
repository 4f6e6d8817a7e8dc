/// What was changed in the catalog, the security store and the document's information.
extension RevisionComparison {
    /// Compares the catalog and what it leads to, without the pages; returns whether there is more to compare.
    mutating func compareCatalog() throws(PDFError) -> Bool {
        let (reference, former) = try old.catalog()
        let (place, catalog) = try new.catalog()
        if place != reference {
            // Some programs write the catalog again under another number.
            let permitted: [PDFName] = ["AcroForm", "DSS", "Extensions", "Metadata"]
            guard inventory.added.contains(place.number),
                Self.differences(former, catalog).allSatisfy({ permitted.contains($0.key) })
            else {
                forbid(.content, "the document has a different catalog")
                return false
            }
        }
        explained.insert(reference.number)
        if catalog.hasDuplicateKeys { forbid(.structure, "the catalog has a duplicate key") }
        for (key, left, right) in Self.differences(former, catalog) {
            switch key {
            case "AcroForm", "DSS", "Extensions": continue
            case "Version" where left == nil:
                add(.information, "the document states a different PDF version", isPermitted: true)
            case "Metadata":
                try explain(right)
                addInformation("the document's metadata was changed")
            case "Pages": forbid(.content, "the document has different pages")
            case "OCProperties": forbid(.content, "the document's layers were changed")
            case "Perms": forbid(.content, "the document's permissions were changed")
            case "OpenAction", "AA", "Names":
                forbid(.content, "the document's actions, scripts or names were changed (/\(key))")
            default:
                forbid(
                    .content,
                    "the catalog's /\(key) was \(right == nil ? "removed" : left == nil ? "added" : "changed")"
                )
            }
        }
        if isChanged(former["Metadata"]), former["Metadata"] == catalog["Metadata"],
            let number = former["Metadata"]?.reference?.number, inventory.isReferredToOnce(number)
        {
            explained.insert(number)
            addInformation("the document's metadata was changed")
        }
        try compareExtensions(former["Extensions"], catalog["Extensions"])
        try compareSecurityStore(former["DSS"], catalog["DSS"])
        try compareForm(former["AcroForm"], catalog["AcroForm"])
        return true
    }

    /// Names a change of what no page shows, which only a certification against changes forbids.
    ///
    /// - SeeAlso: ISO 32000-2, 12.8.2.2, table 257 as corrected.
    private mutating func addInformation(_ detail: String, isPermitted: Bool = false) {
        add(.information, detail, isPermitted: isPermitted || permission > .noChanges)
    }

    /// Compares the extensions of PDF that the document states: those for evidence are added with it.
    private mutating func compareExtensions(_ former: PDFObject?, _ extensions: PDFObject?) throws(PDFError) {
        let left = try old.resolve(former)
        let right = try new.resolve(extensions)
        guard !left.isSame(as: right) else { return explainReference(extensions, former: former) }
        try explain(extensions, replacing: former)
        var stay = left.dictionary?.entries ?? []
        for (key, value) in stay {
            let before = try old.resolve(value)
            let after = try new.resolve(right.dictionary?[key])
            if Self.isKept(before, after) { stay.removeAll { $0.key == key } }
        }
        guard stay.isEmpty else {
            return forbid(.content, "the PDF extensions that the document states were changed")
        }
        add(.information, "the document states additional PDF extensions", isPermitted: true)
    }

    /// Whether an extension is stated as before, or with a higher level, as for evidence: 5 of ESIC in place of 2.
    private static func isKept(_ before: PDFObject, _ after: PDFObject) -> Bool {
        if before.isSame(as: after) { return true }
        let key: PDFName = "ExtensionLevel"
        guard var left = before.dictionary, var right = after.dictionary, let low = left[key]?.integer,
            let high = right[key]?.integer, low < high
        else { return false }
        (left[key], right[key]) = (nil, nil)
        return PDFObject.dictionary(left).isSame(as: .dictionary(right))
    }

    private mutating func compareSecurityStore(_ former: PDFObject?, _ store: PDFObject?) throws(PDFError) {
        let before = explained.count
        let replaceable = try owned(by: former)
        try explain(store, replacing: former)
        // The store itself, its lists and the entries of its signatures are written again when something is added.
        let value = try new.dictionary(store) ?? PDFDictionary()
        var parts = [store] + value.entries.map(\.value)
        for (_, entry) in try new.dictionary(value["VRI"])?.entries ?? [] {
            parts += [entry] + (try new.dictionary(entry)?.entries.map(\.value) ?? [])
        }
        for part in parts {
            guard let number = part?.reference?.number, inventory.changed.contains(number),
                replaceable.contains(number)
            else { continue }
            explained.insert(number)
            try explain(try new.resolve(part))
        }
        let isOther = former != store || explained.count > before
        guard isOther, former != nil || store != nil else { return }
        if store == nil {
            forbid(.evidence, "the certificates and the evidence in the document were removed")
        } else {
            add(.evidence, "certificates and revocation evidence were added", isPermitted: true)
        }
    }

    /// Compares title, author and dates.
    mutating func compareInformation() throws(PDFError) {
        let (left, right) = (old.trailer["Info"], new.trailer["Info"])
        guard left != right || isChanged(left) else { return }
        if let number = right?.reference?.number, left == right, inventory.isReferredToOnce(number) {
            explained.insert(number)
        }
        try explain(right)
        let value = try new.resolve(right)
        if right != nil, value.dictionary == nil || value.isStream {
            forbid(.structure, "readers may show different pages: the document information dictionary is missing")
        } else {
            // Programs state these two with whatever they append, evidence and timestamps too.
            let stated: [PDFName] = ["ModDate", "Producer"]
            let former = try old.dictionary(left) ?? PDFDictionary()
            let isUpdate = Self.differences(former, value.dictionary ?? PDFDictionary())
                .allSatisfy { stated.contains($0.key) }
            addInformation("the document's title, author or dates were changed", isPermitted: isUpdate)
        }
    }
}

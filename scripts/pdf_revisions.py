"""PDF files that grow by revisions, as strictly or as loosely as the names of flaws say: for scripts/compare-readers."""
import hashlib
import re
import zlib

ID = b"[<0102030405060708090a0b0c0d0e0f10> <%s>]"


def stream(data, entries=b""):
    return b"<<%s /Length %d>>\nstream\n%s\nendstream" % (entries, len(data), data)


class File:
    """A file that grows by revisions."""

    def __init__(self):
        self.data = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
        self.previous = None
        self.size = 0
        self.root = 1
        self.info = 9
        self.known = {}

    def revision(self, objects, kind="table", flaws=(), hidden=(), listed=None, gap=None, trailer=None, end=b"\n"):
        """Appends a revision: objects by number, hidden ones that nothing lists, and what departs from the standard."""
        f = Flaws(flaws)
        start = len(self.data)
        body = f.before
        entries = {}
        hole = None
        items = [(n, o, True) for n, o in objects.items()] + [(n, o, False) for n, o in hidden]
        if f.hidden_first:
            items.sort(key=lambda item: item[2])
        packed = {}
        for number, content, is_listed in items:
            if kind == "stream" and is_listed and f.packs and b"stream" not in content and b"ByteRange" not in content:
                packed[number] = content
                continue
            offset = start + len(body)
            if is_listed:
                entries[number] = (offset, 0)
            head = f.head(number) if is_listed else b"%d 0 obj\n" % number
            if gap and b"@CONTENTS@" in content:
                hole = offset + len(head) + content.index(b"@CONTENTS@")
                content = content.replace(b"@CONTENTS@", b"<" + b"0" * gap + b">")
            body += head + content + f.tail
        if packed:
            container = max([self.size - 1] + list(objects)) + 1
            parts, index = b"", b""
            for position, (number, content) in enumerate(packed.items()):
                index += b"%d %d " % (number, len(parts))
                parts += content + b"\n"
                entries[number] = (container, position, "packed")
            if f.packed_extra:
                index += b"5 %d " % len(parts)
                parts += b"<</Evil true>>\n"
            count = len(packed) + (1 if f.packed_extra else 0)
            data = zlib.compress(index + parts)
            offset = start + len(body)
            entries[container] = (offset, 0)
            body += b"%d 0 obj\n" % container + stream(
                data, b"/Type /ObjStm /N %d /First %d /Filter /FlateDecode" % (count, len(index))
            ) + f.tail
        for number, entry in (listed or {}).items():
            entries[number] = entry
        for change in f.entries:
            change(entries, self, start, len(body))
        section = start + len(body) + len(f.lead)
        highest = max([self.size - 1] + list(entries) + ([] if kind == "table" else [max([self.size] + list(entries))]))
        values = {
            "Size": b"%d" % (highest + 1 + (1 if kind == "stream" else 0)),
            "Root": b"%d 0 R" % self.root,
            "Info": b"%d 0 R" % self.info,
            "ID": ID % hashlib.md5(body).hexdigest().encode(),
        }
        if self.previous is not None:
            values["Prev"] = b"%d" % self.previous
        values.update(trailer or {})
        for change in f.trailers:
            change(values)
        text = b" ".join(b"/%s %s" % (k.split("!")[0].encode(), v) for k, v in values.items() if v is not None)
        body += f.lead
        if kind == "table":
            body += f.table(entries) + f.trailer_word + b"<< " + text + b" >>" + f.after
        else:
            number = highest + 1
            entries[number] = (section, 0)
            index, rows = b"", b""
            for n in sorted(entries):
                index += b"%d 1 " % n
                e = entries[n]
                rows += (bytes([2]) + e[0].to_bytes(4, "big") + e[1].to_bytes(2, "big") if len(e) == 3
                         else bytes([0 if e[0] is None else 1]) + (e[0] or 0).to_bytes(4, "big") + e[1].to_bytes(2, "big"))
            rows = f.rows(rows)
            head = b"/Type /XRef /W [1 4 2] /Index [%s] " % index + text
            body += b"%d 0 obj\n" % number + stream(rows, head) + b"\nendobj" + f.after
        body += f.end(section) + end
        self.data += body
        self.previous = section
        self.size = max(self.size, int(re.match(rb"\d+", values["Size"] or b"0").group() if re.match(
            rb"\d+", values["Size"] or b"") else highest + 1), highest + 1) if not f.keeps_size else self.size
        self.known.update(entries)
        return hole

    def copy(self):
        other = File()
        other.__dict__.update(self.__dict__)
        other.known = dict(self.known)
        return other


class Flaws:
    """How a revision is written, as the names of flaws say."""

    def __init__(self, names):
        self.before = b""
        self.lead = b""
        self.tail = b"\nendobj\n"
        self.after = b"\n"
        self.trailer_word = b"trailer\n"
        self.entries = []
        self.trailers = []
        self.hidden_first = "hidden-first" in names
        self.packs = "packed" in names
        self.packed_extra = "packed-extra" in names
        self.keeps_size = False
        self.names = names
        for name in names:
            action = FLAWS.get(name)
            if action:
                action(self)

    def head(self, number):
        if "head-comment" in self.names:
            return b"%d %%c\n0 obj\n" % number
        if "head-lines" in self.names:
            return b"%d\n0\nobj\n" % number
        if "head-generation" in self.names:
            return b"%d 1 obj\n" % number
        return b"%d 0 obj\n" % number

    def table(self, entries):
        out = b"xref\n"
        if "xref-spaces" in self.names:
            out = b"xref  \n"
        if "xref-comment" in self.names:
            out = b"xref % here\n"
        if "xref-same-line" in self.names:
            out = b"xref "
        if "xref-crlf" in self.names:
            out = b"xref\r\n"
        if "xref-cr" in self.names:
            out = b"xref\r"
        numbers = sorted(entries)
        if "xref-unsorted" in self.names:
            numbers.reverse()
        if "xref-zero" in self.names:
            out += b"0 1\n0000000000 65535 f \n"
        if "xref-zero-mupdf" in self.names:
            out += b"0 1\n0000000000 65536 f \n"
        if "xref-empty" in self.names:
            out += b"0 0\n"
        for number in numbers:
            offset, generation = entries[number][:2]
            head = b"%d 1\n" % number
            if "sub-leading-zero" in self.names:
                head = b"%05d 1\n" % number
            if "sub-tab" in self.names:
                head = b"%d\t1\n" % number
            if "sub-count" in self.names:
                head = b"%d 2\n" % number
            if "sub-trailing" in self.names:
                head = b"%d 1 \n" % number
            out += head
            if offset is None:
                out += b"0000000000 %05d f \n" % generation
                continue
            row = b"%010d %05d n \n" % (offset, generation)
            if "row-19" in self.names:
                row = row[:-2] + b"\n"
            if "row-short" in self.names:
                row = b"%06d" % offset + row[10:]
            if "row-tab" in self.names:
                row = row.replace(b" 0", b"\t0", 1)
            if "row-crlf" in self.names:
                row = row[:-2] + b"\r\n"
            if "row-cr" in self.names:
                row = row[:-2] + b" \r"
            if "row-21" in self.names:
                row = row[:-1] + b" \n"
            if "row-capital" in self.names:
                row = row.replace(b"n", b"N")
            if "row-sign" in self.names:
                row = b"+" + row[1:]
            out += row
        return out

    def rows(self, rows):
        if "rows-short" in self.names:
            return rows[:-3]
        if "rows-long" in self.names:
            return rows + b"\0" * 7
        if "rows-type" in self.names:
            return bytes([9]) + rows[1:]
        return rows

    def end(self, section):
        word, number, mark = b"startxref", b"%d" % section, b"%%EOF"
        n = self.names
        if "start-plus" in n:
            number = b"%d" % (section + 1)
        if "start-minus" in n:
            number = b"%d" % (section - 1)
        if "start-zeros" in n:
            number = b"%012d" % section
        if "start-huge" in n:
            number = b"%d" % (section + (1 << 32))
        if "start-sign" in n:
            number = b"+" + number
        if "start-real" in n:
            number += b".0"
        if "start-line" in n:
            return word + b" " + number + b" " + mark
        if "start-missing" in n:
            return mark
        if "start-twice" in n:
            return word + b"\n" + number + b"\n" + mark + b"\n" + word + b"\n" + number + b"\n" + mark
        if "eof-missing" in n:
            mark = b""
        if "eof-short" in n:
            mark = b"%%EO"
        if "eof-comment" in n:
            mark = b"% last\n%%EOF"
        if "eof-text" in n:
            mark = b"%%EOF and more"
        for name, pad in PADS.items():
            if name in n:
                mark += pad
        return word + b"\n" + number + b"\n" + mark


PADS = {
    "pad-nul-2000": b"\0" * 2000, "pad-nul-100": b"\0" * 100, "pad-space-2000": b" " * 2000,
    "pad-space-200": b" " * 200, "pad-lines-1200": b"\n" * 1200, "pad-lines-20": b"\r\n" * 10,
    "pad-comment": b"\n%" + b"x" * 1500, "pad-nul-1": b"\0",
}


def setting(name, value):
    def set_attribute(flaws):
        setattr(flaws, name, value)
    return set_attribute


def moved(number, by):
    """A place some bytes beside another one; what is no number, by another flaw, stays."""
    return b"%d" % (int(number or 0) + by) if (number or b"0").isdigit() else number


def trailing(**values):
    return lambda flaws: flaws.trailers.append(lambda t: t.update(values))


def listing(change):
    return lambda flaws: flaws.entries.append(change)


def shifted(by):
    def change(entries, file, start, length):
        for number in list(entries):
            if entries[number][0] is not None and len(entries[number]) == 2:
                entries[number] = (max(0, entries[number][0] + by), entries[number][1])
    return change


def entry(number, value):
    def change(entries, file, start, length):
        entries[number] = value(file, start, length)
    return change


FLAWS = {
    "lead-spaces": setting("lead", b"  "),
    "lead-comment": setting("lead", b"% a comment\n"),
    "lead-word": setting("lead", b"garbage\n"),
    "before-comment": setting("before", b"% 5 0 obj\n"),
    "before-eof": setting("before", b"%%EOF\n"),
    "before-header": setting("before", b"%PDF-1.4\n"),
    "before-word": setting("before", b"endobj\n"),
    "before-nul": setting("before", b"\0" * 40),
    "no-endobj": setting("tail", b"\n"),
    "endobj-same-line": setting("tail", b" endobj "),
    "endobj-comment": setting("tail", b"\nendobj % done\n"),
    "endobj-garbage": setting("tail", b" 12 endobj\n"),
    "trailer-blank": setting("trailer_word", b"\n\ntrailer\n"),
    "trailer-null": trailing(Other=b"null"),
    "trailer-same-line": setting("trailer_word", b"trailer "),
    "trailer-glued": setting("trailer_word", b"trailer"),
    "trailer-comment": setting("trailer_word", b"trailer % here\n"),
    "trailer-twice": setting("trailer_word", b"trailer\n<</Size 60 /Root 1 0 R>>\ntrailer\n"),
    "after-comment": setting("after", b"\n%iText-9\n"),
    "after-word": setting("after", b"\nendobj\n"),
    "after-spaces": setting("after", b"\n      \n\n"),
    "size-negative": trailing(Size=b"-1"),
    "size-zero": trailing(Size=b"0"),
    "size-small": trailing(Size=b"6"),
    "size-big": trailing(Size=b"2147483648"),
    "size-million": trailing(Size=b"3000000"),
    "size-larger": trailing(Size=b"500"),
    "size-real": trailing(Size=b"100.0"),
    "size-indirect": trailing(Size=b"60 0 R"),
    "size-missing": trailing(Size=None),
    "size-twice": lambda f: f.trailers.append(lambda t: t.update({"Size!2": b"6"})),
    "root-twice": lambda f: f.trailers.append(lambda t: t.update({"Root!2": b"40 0 R"})),
    "root-name": lambda f: f.trailers.append(lambda t: t.update({"Ro#6ft": b"40 0 R"})),
    "root-null": lambda f: f.trailers.append(lambda t: t.update({"Root#00x": b"40 0 R"})),
    "root-generation": trailing(Root=b"1 1 R"),
    "info-missing": trailing(Info=b"99 0 R"),
    "info-none": trailing(Info=None),
    "info-direct": trailing(Info=b"<</Title (x)>>"),
    "info-generation": trailing(Info=b"9 3 R"),
    "info-stream": trailing(Info=b"5 0 R"),
    "prev-missing": trailing(Prev=None),
    "prev-real": lambda f: f.trailers.append(lambda t: t.update({"Prev": (t.get("Prev") or b"0") + b".0"})),
    "prev-off": lambda f: f.trailers.append(lambda t: t.update({"Prev": moved(t.get("Prev"), 1)})),
    "prev-before": lambda f: f.trailers.append(lambda t: t.update({"Prev": moved(t.get("Prev"), -1)})),
    "prev-twice": lambda f: f.trailers.append(lambda t: t.update({"Prev!2": b"15"})),
    "prev-indirect": trailing(Prev=b"60 0 R"),
    "id-missing": trailing(ID=None),
    "id-short": trailing(ID=b"[]"),
    "encrypt-null": trailing(Encrypt=b"null"),
    "encrypt-missing": trailing(Encrypt=b"98 0 R"),
    "xrefstm-zero": trailing(XRefStm=b"0"),
    "xrefstm-far": trailing(XRefStm=b"99999999"),
    "trailer-dangling": lambda f: f.trailers.append(lambda t: t.update({"Extra": b"97 0 R"})),
    "trailer-deep": lambda f: f.trailers.append(lambda t: t.update({"Deep": b"[" * 90 + b"]" * 90})),
    "entry-shifted": listing(shifted(1)),
    "entry-before": listing(shifted(-1)),
    "entry-unused-end": listing(entry(48, lambda file, start, length: (start + length + 3000, 0))),
    "entry-unused-zero": listing(entry(48, lambda file, start, length: (0, 0))),
    "entry-unused-middle": listing(entry(48, lambda file, start, length: (start + 3, 0))),
    "entry-unused-huge": listing(entry(48, lambda file, start, length: (4_000_000_000, 0))),
    "entry-hidden": listing(entry(48, lambda file, start, length: (file.known[5][0], 0))),
    "entry-free-page": listing(entry(48, lambda file, start, length: (None, 65535))),
    "entry-same": listing(entry(5, lambda file, start, length: file.known[5][:2])),
    "entry-zero-used": listing(entry(0, lambda file, start, length: (start, 0))),
    "entry-large-number": listing(entry(8_000_000, lambda file, start, length: (None, 1))),
}
SWITCHES = [
    "hidden-first", "head-comment", "head-lines", "head-generation", "xref-spaces", "xref-comment", "xref-same-line",
    "xref-crlf", "xref-cr", "xref-unsorted", "xref-zero", "xref-zero-mupdf", "xref-empty", "sub-leading-zero",
    "sub-tab", "sub-count", "sub-trailing", "row-19", "row-short", "row-tab", "row-crlf", "row-cr", "row-21",
    "row-capital", "row-sign", "rows-short", "rows-long", "rows-type", "start-plus", "start-minus", "start-zeros",
    "start-huge", "start-sign", "start-real", "start-line", "start-missing", "start-twice", "eof-missing", "eof-short",
    "eof-comment", "eof-text", "packed-extra",
] + list(PADS)
ALL_FLAWS = list(FLAWS) + SWITCHES

"""What PDFium, MuPDF, poppler, qpdf and pypdf show of a PDF file: for scripts/compare-readers.

PDFium and pypdf are in this process, MuPDF in one that stays; poppler and qpdf are started for each file. A page is a
pair of its width and its pixels, a byte each, 50 to the inch.
"""
import collections
import io
import json
import os
import re
import select
import struct
import subprocess
import tempfile
import zlib

# Answers a path on standard input with a line of JSON, and writes the first page as PNG beside the file. The list of
# what is drawn has the looks of fields and comments; the page alone has not.
MUPDF = """
for (;;) {
    var path = readline(), answer = {text: "", page: false}
    try {
        var document = new Document(path), pages = document.countPages()
        for (var i = 0; i < pages; ++i) {
            var list = document.loadPage(i).toDisplayList()
            list.toStructuredText().walk({
                beginLine: function () { answer.text += "\\n" },
                onChar: function (c) { answer.text += c }
            })
            if (i === 0) {
                document.loadPage(0).toPixmap([50 / 72, 0, 0, 50 / 72, 0, 0], DeviceGray, false).saveAsPNG(path + ".png")
                answer.page = true
            }
        }
    } catch (error) {}
    document = list = null
    gc()
    print(JSON.stringify(answer))
}
"""
SECONDS = 60


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS)
    return done.stdout


def from_pgm(data):
    """The page of a PGM file; an empty one for anything else."""
    match = re.match(rb"P5\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s", data)
    return (int(match[1]), data[match.end():]) if match else (0, b"")


def from_png(data):
    """The page of a gray PNG file as MuPDF writes it: 8 bits, without filters."""
    width, height = struct.unpack(">II", data[16:24])
    place, packed = 8, b""
    while place < len(data):
        (length,) = struct.unpack(">I", data[place:place + 4])
        if data[place + 4:place + 8] == b"IDAT":
            packed += data[place + 8:place + 8 + length]
        place += length + 12
    rows = zlib.decompress(packed)
    step = width + 1
    if data[24:26] != b"\x08\x00" or len(rows) != height * step or any(rows[::step]):
        raise ValueError("MuPDF writes PNG in another way")
    return width, b"".join(rows[y * step + 1:(y + 1) * step] for y in range(height))


def changed_blocks(before, after):
    """The blocks of 8 by 8 pixels that differ: by how much of 255. None for pages of different sizes."""
    if before is None or after is None or before[0] != after[0] or len(before[1]) != len(after[1]):
        return None
    width = before[0]
    sums = collections.Counter()
    for start in range(0, len(before[1]), width or 1):
        left, right = before[1][start:start + width], after[1][start:start + width]
        if left == right:
            continue
        for x in range(0, width, 8):
            if left[x:x + 8] != right[x:x + 8]:
                sums[(x // 8, start // width // 8)] += sum(abs(l - r) for l, r in zip(left[x:x + 8], right[x:x + 8]))
    return {block: total / 64 for block, total in sums.items()}


def near(blocks, others):
    """Whether what differs clearly in one reader differs somehow nearby in another."""
    return all(
        any(others.get((x + dx, y + dy), 0) > 2 for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        for (x, y), amount in blocks.items() if amount > 40
    )


class Readers:
    """The five readers. One thread at a time."""

    NAMES = ("PDFium", "MuPDF", "poppler", "qpdf", "pypdf")

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory()
        self.script = self.path("mupdf.js")
        with open(self.script, "w") as out:
            out.write(MUPDF)
        self.mutool = None
        self.signed = {}

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def close(self):
        if self.mutool:
            self.mutool.kill()
            self.mutool.communicate()
            self.mutool = None
        self.directory.cleanup()

    def compare(self, signed, data, listed):
        """What a reader shows of a file otherwise than of its signed revision; nothing if all is as it should be."""
        if signed not in self.signed:
            self.signed[signed] = self.shown(signed)
        return difference(self.signed[signed], self.shown(data), listed)

    def shown(self, data):
        """What each reader shows; the kind of its error for one that can't read the file."""
        path = self.path("file.pdf")
        with open(path, "wb") as out:
            out.write(data)
        result = {}
        for name, reader in zip(self.NAMES, (self.pdfium, self.mupdf, self.poppler, self.qpdf, self.pypdf)):
            try:
                result[name] = reader(path)
            except Exception as error:
                result[name] = (f"error: {type(error).__name__}", None)
        return result

    def pdfium(self, path):
        import pypdfium2
        document = pypdfium2.PdfDocument(path)
        try:
            try:
                document.init_forms()
            except Exception:
                pass
            text = "".join(page.get_textpage().get_text_range() for page in document)
            image = document[0].render(scale=50 / 72, grayscale=True)
            rows = bytes(image.buffer)
            return text, (image.width, b"".join(rows[y * image.stride:][:image.width] for y in range(image.height)))
        finally:
            document.close()

    def mupdf(self, path):
        if not self.mutool:
            # Its standard output is a pipe, which it would fill before anything is seen.
            self.mutool = subprocess.Popen(["stdbuf", "-oL", "mutool", "run", self.script], stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.mutool.stdin.write(path.encode() + b"\n")
        self.mutool.stdin.flush()
        ready = select.select([self.mutool.stdout], [], [], SECONDS)[0]
        line = self.mutool.stdout.readline() if ready else b""
        if not line:
            self.mutool.kill()
            self.mutool.communicate()
            self.mutool = None
            raise RuntimeError("mutool ended or hangs")
        answer = json.loads(line)
        if not answer["page"]:
            return answer["text"], (0, b"")
        with open(path + ".png", "rb") as image:
            return answer["text"], from_png(image.read())

    def poppler(self, path):
        text = run("pdftotext", path, "-").decode(errors="replace")
        return text, from_pgm(run("pdftoppm", "-r", "50", "-gray", "-singlefile", path))

    def qpdf(self, path):
        import pypdf
        # The file as qpdf reads it, written again without anything that another reader could take otherwise.
        whole = run("qpdf", "--qdf", "--object-streams=disable", "--static-id", "--warning-exit-0", path, "-")
        text = ""
        for page in pypdf.PdfReader(io.BytesIO(whole)).pages:
            contents = page.get_contents()
            text += (contents.get_data().decode("latin-1") if contents else "") + str(page.mediabox)
        return text, None

    def pypdf(self, path):
        import pypdf
        reader = pypdf.PdfReader(path)
        return "".join(page.extract_text() for page in reader.pages), None


def difference(before, after, listed):
    """What readers show otherwise, by their names; nothing if all is as it should be."""
    words = []
    for name in Readers.NAMES:
        (text, pixels), (new_text, new_pixels) = before[name], after[name]
        if text.startswith("error"):
            # No one saw in a reader what it could not read when it was signed.
            continue
        if not listed and (text != new_text or pixels != new_pixels):
            words.append(f"{name} shows something else")
        elif listed and new_text.startswith("error"):
            words.append(f"{name} can't read it")
        elif listed and ("Mallory" in text) != ("Mallory" in new_text):
            words.append(f"{name} shows the other text")
        elif listed and ("Alice" in text) != ("Alice" in new_text):
            words.append(f"{name} does not show the text")
    if listed and not words:
        drawing = [n for n in ("PDFium", "MuPDF", "poppler") if not before[n][0].startswith("error")]
        blocks = {n: changed_blocks(before[n][1], after[n][1]) for n in drawing}
        for first in blocks:
            for second in blocks:
                left, right = blocks[first], blocks[second]
                if left is None or right is None or not near(left, right):
                    words.append(f"{first} shows a change where {second} does not")
    return ", ".join(words)

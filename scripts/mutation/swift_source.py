# SPDX-License-Identifier: Apache-2.0
"""As much of Swift's syntax as one needs to find conditions: strings, comments, brackets, declarations."""

import bisect
import re

OPENING = {"(": ")", "[": "]", "{": "}"}
DECLARATION = re.compile(
    r"(?<![.`\w])(?:(func)\s+([^\s(<]+)|(init)[?!]?(?=[(<])|(subscript)(?=[(<])|(var)\s+(\w+|`\w+`)"
    r"|(struct|class|enum|actor|extension|protocol)\s+([\w.]+|\[\w+\]))"
)
# After the signature of a requirement in a protocol, which has no body.
REQUIREMENT_ENDS = re.compile(r"\s*([})@]|(package|public|private|static|mutating|func|init|var|let|subscript)\b)")


def blanked(text):
    """The text at the same positions, with the insides of strings and comments replaced by blanks."""
    out = list(text)
    position = 0

    def blank(start, end):
        for index in range(start, end):
            if out[index] != "\n":
                out[index] = " "

    while position < len(text):
        if text.startswith("//", position):
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
            blank(position, end)
        elif text.startswith("/*", position):
            depth, end = 1, position + 2
            while depth and end < len(text):
                if text.startswith("/*", end):
                    depth, end = depth + 1, end + 2
                elif text.startswith("*/", end):
                    depth, end = depth - 1, end + 2
                else:
                    end += 1
            blank(position, end)
        elif match := re.compile(r'(#*)("""|")').match(text, position):
            end = end_of_string(text, match.end(), match.group(1), match.group(2))
            blank(match.end(), end - len(match.group(0)))
        else:
            end = position + 1
        position = end
    return "".join(out)


def end_of_string(text, position, hashes, quote):
    """Where a string ends whose contents start here; interpolations may hold strings themselves."""
    closing, escape = quote + hashes, "\\" + hashes
    while position < len(text):
        if text.startswith(closing, position):
            return position + len(closing)
        if text.startswith(escape + "(", position):
            depth, position = 1, position + len(escape) + 1
            while depth and position < len(text):
                if match := re.compile(r'(#*)("""|")').match(text, position):
                    position = end_of_string(text, match.end(), match.group(1), match.group(2))
                    continue
                depth += {"(": 1, ")": -1}.get(text[position], 0)
                position += 1
        elif text.startswith(escape, position):
            position += len(escape) + 1
        else:
            position += 1
    raise ValueError("a string does not end")


class SwiftSource:
    """One file: its text, the text without strings and comments, and where brackets close."""

    def __init__(self, path, text):
        self.path, self.text, self.code = path, text, blanked(text)
        self.closing, self.enclosing = {}, {}
        self._match_brackets()
        self.declarations = self._declarations()

    def _match_brackets(self):
        open_brackets = []
        for position, character in enumerate(self.code):
            if character in OPENING:
                open_brackets.append(position)
            elif character in ")]}":
                opened = open_brackets.pop() if open_brackets else None
                if opened is None or OPENING[self.code[opened]] != character:
                    raise ValueError(f"{self.path}: brackets do not match at {self.line(position)}")
                self.closing[opened] = position
        if open_brackets:
            raise ValueError(f"{self.path}: a bracket does not close")
        self._opened = sorted(self.closing)

    def line(self, position):
        return self.text.count("\n", 0, position) + 1

    def block_around(self, position):
        """Where the innermost bracket opens that encloses a position, or None."""
        index = bisect.bisect_left(self._opened, position) - 1
        while index >= 0:
            opened = self._opened[index]
            if self.closing[opened] >= position:
                return opened
            index -= 1
        return None

    def top_level(self, start, end):
        """The positions between two others that no bracket encloses; an opening bracket itself is one."""
        position = start
        while position < end:
            yield position
            position = self.closing[position] if position in self.closing else position
            position += 1

    def find(self, pattern, start, end):
        """The first match of a pattern that starts at the top level of a stretch, or None."""
        compiled = re.compile(pattern)
        for position in self.top_level(start, end):
            if match := compiled.match(self.code, position, end):
                return match
        return None

    def split(self, separator, start, end):
        """Stretches between separators at the top level, without the blanks around them."""
        pieces, piece_start = [], start
        compiled = re.compile(separator)
        skip_to = start
        for position in self.top_level(start, end):
            if position < skip_to:
                continue
            if match := compiled.match(self.code, position, end):
                pieces.append((piece_start, position))
                piece_start = skip_to = match.end()
        pieces.append((piece_start, end))
        return [self.trimmed(*piece) for piece in pieces]

    def trimmed(self, start, end):
        """The stretch without blanks and comments around it; a string's quotation marks are not blank."""
        while start < end and self.code[start].isspace():
            start += 1
        while end > start and self.code[end - 1].isspace():
            end -= 1
        return start, end

    def _declarations(self):
        """Functions, computed properties and types: (body start, body end, kind, name, head start), outermost first."""
        found = []
        for match in DECLARATION.finditer(self.code):
            kind = next(group for group in match.group(1, 3, 4, 5, 7) if group)
            name = match.group(2) or match.group(6) or match.group(8) or kind
            body = self._body_after(match.end(), kind)
            if body is not None:
                found.append((body, self.closing[body], kind, name, match.start()))
        return sorted(found)

    def _body_after(self, position, kind):
        for place in self.top_level(position, len(self.code)):
            character = self.code[place]
            if character == "{":
                return place
            if character in "})" or (kind == "var" and character in "=\n"):
                return None
            if character == "\n" and REQUIREMENT_ENDS.match(self.code, place):
                return None
        return None

    def function_around(self, position):
        """The innermost function or computed property that encloses a position, as `declarations` has it."""
        inside = [each for each in self.declarations if each[0] < position < each[1]]
        return next((each for each in reversed(inside) if each[2] in ("func", "init", "var", "subscript")), None)

    def name_around(self, position):
        """Such as `CBORReader.readItem`."""
        inside = [each for each in self.declarations if each[0] < position < each[1]]
        types = [name for _, _, kind, name, _ in inside if kind in ("struct", "class", "enum", "actor", "extension")]
        function = self.function_around(position)
        return ".".join(([types[-1].split(".")[-1]] if types else []) + ([function[3]] if function else []))

    def excerpt(self, start, end):
        """A stretch of the text on one line, without its comments."""
        lines = [
            text[: len(code.rstrip())]
            for text, code in zip(self.text[start:end].split("\n"), self.code[start:end].split("\n"))
        ]
        return re.sub(r"\s+", " ", " ".join(lines)).strip()

    def end_of_statement(self, start):
        """The end of the line on which brackets and operators let a statement end."""
        opened = self.block_around(start)
        limit = self.closing[opened] if opened is not None else len(self.code)
        for position in self.top_level(start, limit):
            if self.code[position] == "\n":
                before, after = self.code[start:position].rstrip(), self.code[position:limit].lstrip()
                if before.endswith(("&&", "||", "=", ",", "?", ":", "+", "->", "|")) or not before:
                    continue
                if re.match(r"(&&|\|\||[.?:+|]|\?\?|==|!=)", after):
                    continue
                return self.trimmed(start, position)[1]
        return self.trimmed(start, limit)[1]

    def start_of_expression(self, end):
        """Where an expression begins that ends here, before the question mark of a choice."""
        opened = self.block_around(end)
        start = opened + 1 if opened is not None else 0
        beginning = re.compile(r"(?<![\w.])(return|in)\b|[,;]|(?<=\s)=(?=\s)|:(?=\s)")
        for position in self.top_level(start, end):
            if match := beginning.match(self.code, position):
                start = match.end()
            elif self.code[position] == "\n" and not re.match(r"\s*(&&|\|\||[.?:+|])", self.code[position:]):
                if not self.code[start:position].rstrip().endswith(("&&", "||", "=", "(", "?", ":")):
                    start = position + 1
        return self.trimmed(start, end)[0]

    def start_of_statement(self, start, end):
        """Where a statement begins that goes on until here."""
        goes_on = re.compile(r"\s*(else\b|&&|\|\||[.?:+|])")
        last = start
        for position in self.top_level(start, end):
            if self.code[position] == "\n" and not goes_on.match(self.code, position, end):
                if not self.code[last:position].rstrip().endswith((",", "&&", "||")):
                    last = position + 1
        return self.trimmed(last, end)[0]

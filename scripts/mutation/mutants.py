# SPDX-License-Identifier: Apache-2.0
"""Finds the checks of a Swift file, and rewrites the file so that each of them can be switched off while it runs.

A condition that has to hold becomes `((condition) ? true : mutantIsActive(n))`: it is still evaluated, because reading
a byte may be part of it, and the mutant is asked only where the check would have refused.
"""

import hashlib
import re
from dataclasses import dataclass, field

from swift_source import SwiftSource

COMPARES = re.compile(r"(&&|\|\||==|!=|<=|>=|(?<=\s)[<>](?=\s))")
REJECTS = re.compile(r"\s*(throw\b|return nil\b|return false\b)")
# How many numbers there are; a mutant keeps its number for as long as its source stays, so that builds are incremental.
NUMBERS = 1 << 16


@dataclass
class Mutant:
    """One check, disabled."""

    path: str
    place: str
    text: str
    result: str
    line: int
    occurrence: int = 1
    number: int = field(default=0)

    @property
    def key(self):
        suffix = f" #{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.path}: {self.place}: {self.text} → {self.result}{suffix}"


class MutatedFile:
    """One file's mutants, and its text with all of them in it."""

    def __init__(self, path, text):
        self.source = SwiftSource(path, text)
        self.code = self.source.code
        self.wishes = {}  # (start, end) -> {"true", "false", "skipped"}
        self.unreachable = []  # (line, text, reason)
        for keyword in re.finditer(r"(?<![#.`\w])(guard|if|for|return|switch)\b", self.code):
            getattr(self, "_read_" + keyword.group(1))(keyword.start(), keyword.end())
        self._read_bodies()
        self._read_assignments()
        self._read_closures()
        self._read_choices()
        self._read_calls()
        self.mutants = self._mutants()

    # What is looked at.

    def _read_guard(self, start, end):
        close = self.source.find(r"else\b", end, len(self.code))
        self._require_all(self.source.split(",", end, close.start()), end)

    def _read_if(self, start, end):
        body = self.source.find(r"\{", end, len(self.code)).start()
        conditions = self.source.split(",", end, body)
        closed = self.source.closing[body]
        if REJECTS.match(self.code, body + 1, closed):
            self._forbid_all(conditions, end)
        else:
            self._require_all(conditions, end, is_listed=False)
            if re.match(r"\s*else\b", self.code[closed + 1 :]) and not re.search(r"[\n;=]", self.code[body:closed].strip("{ \n")):
                self._forbid_all(conditions, end, is_listed=False)

    def _read_for(self, start, end):
        body = self.source.find(r"\{", end, len(self.code)).start()
        where = self.source.find(r"where\b", end, body)
        if where and REJECTS.match(self.code, body + 1, self.source.closing[body]):
            self._weaken(*self.source.trimmed(where.end(), body), "false")

    def _read_return(self, start, end):
        function = self.source.function_around(start)
        stop = self._end_of_statement(end)
        if stop > end:
            self._judge(end, stop, is_boolean=bool(function) and self._answers_boolean(function))

    def _read_switch(self, start, end):
        opened = self.source.find(r"\{", end, len(self.code)).start()
        closed = self.source.closing[opened]
        function = self.source.function_around(start)
        is_value = bool(function) and self._answers_boolean(function) and self._is_whole_body(function, start, closed + 1)
        rows = [m for m in self._keywords(r"(?<![.\w])(case|default)\b", opened + 1, closed)]
        for row, following in zip(rows, rows[1:] + [None]):
            stop = following.start() if following else closed
            colon = self.source.find(r":", row.end(), stop)
            body = self.source.trimmed(colon.end(), stop)
            if REJECTS.match(self.code, *body):
                self._forbid_row(row, colon.start(), rows)
            elif not re.match(r"(return|throw|try|if|guard|switch|do|self|_|let|var)\b", self.code[body[0] : body[1]]):
                self._judge(*body, is_boolean=is_value)

    def _read_bodies(self):
        for opened, closed, kind, _, head in self.source.declarations:
            declaration = (opened, closed, kind, _, head)
            if kind in ("func", "var") and self._answers_boolean(declaration):
                start, end = self.source.trimmed(opened + 1, closed)
                if not re.match(r"(return|guard|if|switch|let|var|for|while|do|defer|self|get|throw|try|#if)\b", self.code[start:end]):
                    if self._end_of_statement(start) >= end:
                        self._judge(start, end, is_boolean=True)

    def _read_assignments(self):
        for match in re.finditer(r"(?<=\w) = (?=\S)", self.code):
            opened = self.source.block_around(match.start())
            if opened is None or self.code[opened] != "{" or self._is_inside_condition(match.start()):
                continue
            self._judge(match.end(), self._end_of_statement(match.end()), is_boolean=False)

    def _read_closures(self):
        for opened, closed in self.source.closing.items():
            before = self.code[:opened].rstrip()
            if self.code[opened] != "{" or not before or (before[-1] not in "(:,=" and not self._follows_a_call(opened)):
                continue
            head = self.source.find(r"in\b", opened + 1, closed)
            start, end = self.source.trimmed(head.end() if head else opened + 1, closed)
            if start < end and self._end_of_statement(start) >= end and not re.match(r"(return|guard|if|switch|try|let|var)\b", self.code[start:end]):
                self._judge(start, end, is_boolean=False)

    def _read_choices(self):
        for match in re.finditer(r"(?<=\S) \? ", self.code):
            start = self._start_of_expression(match.start())
            opened = self.source.block_around(match.start())
            limit = self.source.closing[opened] if opened is not None else len(self.code)
            colon = self.source.find(r"\s:\s", match.end(), limit)
            if not colon:
                continue
            if re.match(r"\s*nil\b", self.code[colon.end() :]):
                self._weaken(start, match.start(), "true")
            elif re.match(r"nil\b", self.code[match.end() :]):
                self._weaken(start, match.start(), "false")

    def _read_calls(self):
        for match in re.finditer(r"(?m)^ +(?:_ = )?try (?!await)(?=[\w.]+\()", self.code):
            start = match.start() + len(match.group(0)) - len(match.group(0).lstrip())
            if re.match(r"(_ = )?try (self|super)\.init\b", self.code[start:]) or self._continues(match.start()):
                continue
            end = self._end_of_statement(start)
            opened = self.source.block_around(start)
            if not self._is_implicit_result(opened, start, end):
                self.wishes.setdefault((start, end), set()).add("skipped")

    # What is decided about an expression.

    def _require_all(self, conditions, start, is_listed=True):
        """Conditions that all have to hold."""
        for condition in conditions:
            text = self.code[slice(*condition)]
            if re.match(r"(let|var)\b", text):
                if is_listed:
                    self._note(*condition, "a binding: what follows needs the value")
            elif re.match(r"case\b", text):
                self._require_case(*condition, is_listed)
            else:
                self._weaken(*condition, "true")

    def _require_case(self, start, end, is_listed):
        equals = self.source.find(r" = ", start, end)
        if re.search(r"\b(let|var)\b", self.code[start : equals.start()]):
            if is_listed:
                self._note(start, end, "a pattern whose values are used later")
        else:
            self.wishes.setdefault((start, end), set()).add("true")

    def _forbid_all(self, conditions, start, is_listed=True):
        """Conditions that together lead to a refusal."""
        plain = [c for c in conditions if not re.match(r"(let|var|case)\b|#", self.code[slice(*c)])]
        if plain:
            self._weaken(*plain[-1], "false")
        elif is_listed:
            self.wishes.setdefault((conditions[-1][1], conditions[-1][1]), set()).add("never")

    def _forbid_row(self, row, colon, rows):
        """A row of a switch that refuses: without it, later rows get the value."""
        if row.group(1) == "default" or rows[-1].group(1) != "default" or self.source.find(",", row.end(), colon):
            self._note(row.start(), colon, "a row of a switch that refuses, and no later one to take its place")
            return
        where = self.source.find(r"where\b", row.end(), colon)
        if where:
            self._weaken(where.end(), colon, "false")
        else:
            self.wishes.setdefault((colon, colon), set()).add("passed over")

    def _judge(self, start, end, is_boolean):
        """An expression that may be a judgement: it is mutated both ways."""
        start, end = self.source.trimmed(start, end)
        while self.code[start] == "(" and self.source.closing[start] == end - 1:
            start, end = self.source.trimmed(start + 1, end - 1)
        if self.source.find(r"\s\?\s|,", start, end) or re.match(r"(if|switch)\b", self.code[start:end]):
            return
        if is_boolean or self.source.find(COMPARES.pattern, start, end):
            self._weaken(start, end, "true")
            self._weaken(start, end, "false")

    def _weaken(self, start, end, wanted):
        """Makes an expression come out as wanted, by as small a part of it as does it."""
        start, end = self.source.trimmed(start, end)
        text = self.code[start:end]
        if text.startswith("try "):
            return self._weaken(start + 4, end, wanted)
        if text == wanted:
            return None
        if text.startswith("(") and self.source.closing[start] == end - 1:
            return self._weaken(start + 1, end - 1, wanted)
        if text.startswith("!(") and self.source.closing[start + 1] == end - 1:
            return self._weaken(start + 2, end - 1, "false" if wanted == "true" else "true")
        either = self.source.split(r"\|\|", start, end)
        both = self.source.split(r"&&", start, end) if len(either) == 1 else []
        pieces = either if len(either) > 1 else both
        if len(pieces) > 1 and not self.source.find(r"\s\?\s", start, end):
            if (wanted == "true") == (len(either) == 1):
                for piece in pieces:
                    self._weaken(*piece, wanted)
                return None
            # One piece alone decides, so all of them together are one mutant, but parts of a piece are further ones.
            compound = [p for p in pieces if len(self.source.split(r"\|\||&&", *p)) > 1 or self.code[slice(*p)].startswith(("(", "!("))]
            for piece in compound:
                self._weaken(*piece, wanted)
            if len(compound) == len(pieces):
                return None
        self.wishes.setdefault((start, end), set()).add(wanted)
        return None

    # Small questions.

    def _answers_boolean(self, declaration):
        opened, _, kind, _, head = declaration
        pattern = r"->\s*Bool\s*(where\b.*)?$" if kind == "func" else r":\s*Bool\s*$"
        return re.search(pattern, self.code[head:opened]) is not None

    def _is_whole_body(self, function, start, end):
        return self.source.trimmed(function[0] + 1, function[1]) == (start, end)

    def _keywords(self, pattern, start, end):
        compiled = re.compile(pattern)
        for position in self.source.top_level(start, end):
            if (match := compiled.match(self.code, position, end)) and not re.match(r"[.\w`]", self.code[position - 1]):
                line = self.code[self.code.rfind("\n", 0, position) + 1 : position]
                if not line.strip():
                    yield match

    def _end_of_statement(self, start):
        """The end of the line on which brackets and operators let a statement end."""
        opened = self.source.block_around(start)
        limit = self.source.closing[opened] if opened is not None else len(self.code)
        for position in self.source.top_level(start, limit):
            if self.code[position] == "\n":
                before, after = self.code[start:position].rstrip(), self.code[position:limit].lstrip()
                if before.endswith(("&&", "||", "=", ",", "?", ":", "+", "->", "|")) or not before:
                    continue
                if re.match(r"(&&|\|\||[.?:+|]|\?\?|==|!=)", after):
                    continue
                return self.source.trimmed(start, position)[1]
        return self.source.trimmed(start, limit)[1]

    def _start_of_expression(self, end):
        opened = self.source.block_around(end)
        start = opened + 1 if opened is not None else 0
        for position in self.source.top_level(start, end):
            if re.compile(r"(return|in)\b").match(self.code, position) and not re.match(r"[\w.]", self.code[position - 1]):
                start = position + 2 if self.code.startswith("in", position) else position + 6
            elif self.code[position] in ",;" or re.compile(r"(?<=\s)=(?=\s)|:(?=\s)").match(self.code, position):
                start = position + 1
            elif self.code[position] == "\n" and not re.match(r"\s*(&&|\|\||[.?:+|])", self.code[position:]) \
                    and not self.code[start:position].rstrip().endswith(("&&", "||", "=", "(", "?", ":")):
                start = position + 1
        return self.source.trimmed(start, end)[0]

    def _is_inside_condition(self, position):
        """Whether an equals sign belongs to an `if let`, a `guard case` or the like."""
        opened = self.source.block_around(position)
        line_start = self._start_of_statement(opened + 1, position)
        return re.match(r"(guard|if|while|else|for|case|\} else)\b", self.code[line_start:position]) is not None

    def _start_of_statement(self, start, end):
        last = start
        for position in self.source.top_level(start, end):
            if self.code[position] == "\n" and not self.code[last:position].rstrip().endswith((",", "&&", "||")) \
                    and not re.match(r"\s*(else\b|&&|\|\||[.?:+|])", self.code[position:end]):
                last = position + 1
        return self.source.trimmed(last, end)[0]

    def _continues(self, line_start):
        before = self.code[:line_start].rstrip()
        return before.endswith(("=", "(", ",", ":", "->", "&&", "||", "?", "in", "[", "return"))

    def _follows_a_call(self, opened):
        """Whether a brace opens a trailing closure: after a name or a call, with no keyword before it on the line."""
        line = self.code[self.code.rfind("\n", 0, opened) + 1 : opened]
        if re.search(r"(?<![.\w])(func|var|init|if|else|guard|do|for|while|switch|struct|class|enum|extension|protocol|catch|defer"
                     r"|get|set|deinit|subscript|throws)\b", line):
            return False
        return re.search(r"\.\w+(\([^()]*\))? $", line) is not None

    def _is_implicit_result(self, opened, start, end):
        """Whether a statement is all of a function or closure that returns something."""
        if self.source.trimmed(opened + 1, self.source.closing[opened]) != (start, end):
            return False
        function = next((each for each in self.source.declarations if each[0] == opened), None)
        if function:
            return function[2] != "func" or "->" in self.code[function[4] : opened]
        return not re.search(r"(do|else|catch)\s*(throws\([^)]*\)\s*)?$|(if|for|while)\b[^\n]*$", self.code[:opened].rstrip())

    def _note(self, start, end, reason):
        self.unreachable.append((self.source.line(start), self.source.excerpt(start, end), reason))

    # What comes of it.

    def _mutants(self):
        mutants, seen = [], {}
        for (start, end), wishes in sorted(self.wishes.items()):
            for wish in sorted(wishes):
                text = self._name(start, end, wish)
                mutant = Mutant(self.source.path, self.source.name_around(start), text, wish, self.source.line(start))
                seen[mutant.key] = mutant.occurrence = seen.get(mutant.key, 0) + 1
                mutant.span = (start, end)
                mutants.append(mutant)
        return mutants

    def _name(self, start, end, wish):
        """The text of a check; for one that is a mere word, what leads to it."""
        if wish in ("never", "passed over"):
            start = self.code.rfind("\n", 0, start) + 1
        text = self.source.excerpt(start, end)
        opened = self.source.block_around(start)
        if text in ("true", "false") and opened is not None:
            head = self._start_of_statement((self.source.block_around(opened) or 0) + 1, opened)
            line_start = self.code.rfind("\n", 0, start) + 1
            is_branch = self.code[:opened].rstrip().endswith("else")
            return (self.source.excerpt(head, opened) + ": " if is_branch else "") + self.source.excerpt(line_start, end).split("{ ")[-1]
        return text

    def rewritten(self):
        """The text with every mutant in it, asleep."""
        insertions, by_span = [], {}
        for mutant in self.mutants:
            by_span.setdefault(mutant.span, {})[mutant.result] = f"mutantIsActive({mutant.number})"
        for (start, end), calls in by_span.items():
            before, after = self._wrapping(start, end, calls)
            # At one position, what ends comes before what begins, the inner end first and the outer beginning first.
            insertions.append((start, 1, -end, before))
            insertions.append((end, 0, -start, after))
        text, last = [], 0
        for position, _, _, insertion in sorted(insertions):
            text.append(self.source.text[last:position] + insertion)
            last = position
        text.append(self.source.text[last:])
        return "".join(text)

    def _wrapping(self, start, end, calls):
        if "skipped" in calls:
            return f"if !{calls['skipped']} {{ ", " }"
        if "never" in calls:
            return "", f", !{calls['never']}"
        if "passed over" in calls:
            return "", f" where !{calls['passed over']}"
        when_false = calls.get("true", "false")
        if self.code[start:end].startswith("case "):
            return "({ () -> Bool in if ", f" {{ return true }} else {{ return {when_false} }} }}())"
        when_true = "!" + calls["false"] if "false" in calls else "true"
        return "((", f") ? {when_true} : {when_false})"


def number(mutants):
    """Gives every mutant a number made from its key; two that collide take the next free one, in the order of keys."""
    taken = set()
    for mutant in sorted(mutants, key=lambda each: each.key):
        candidate = int.from_bytes(hashlib.sha256(mutant.key.encode()).digest()[:4], "big") % NUMBERS
        while candidate in taken:
            candidate = (candidate + 1) % NUMBERS
        taken.add(candidate)
        mutant.number = candidate

# SPDX-License-Identifier: Apache-2.0
"""Finds what a Swift file checks: conditions that guard, refuse or answer, and calls that may refuse."""

import re

COMPARES = re.compile(r"(&&|\|\||==|!=|<=|>=|(?<=\s)[<>](?=\s))")
REJECTS = re.compile(r"\s*(throw\b|return nil\b|return false\b)")
# What opens a statement that is no expression, or one that throws.
STATEMENT = re.compile(
    r"(return|throw|try|guard|if|switch|let|var|for|while|do|defer|get|set)\b|(self|self\.\w+|_) = |self\.init\b|#if\b")
# What stands before a brace that opens no closure.
NO_CLOSURE = re.compile(
    r"(?<![.\w])(func|var|init|if|else|guard|do|for|while|switch|struct|class|enum|extension|protocol|catch|defer|get"
    r"|set|deinit|subscript|throws)\b")


class Checks:
    """What one file checks: which stretches of it are to come out how, and what cannot be made to."""

    def __init__(self, source):
        self.source, self.code = source, source.code
        self.wishes = {}  # (start, end) -> how it comes out: some of true, false, never, passed over, skipped
        self.unreachable = []  # (line, text, reason)
        for keyword in re.finditer(r"(?<![#.`\w])(guard|if|for|return|switch)\b", self.code):
            getattr(self, "_read_" + keyword.group(1))(keyword.start(), keyword.end())
        self._read_bodies()
        self._read_assignments()
        self._read_closures()
        self._read_choices()
        self._read_calls()

    # What is looked at.

    def _read_guard(self, start, end):
        close = self.source.find(r"else\b", end, len(self.code))
        self._require_all(self.source.split(",", end, close.start()))

    def _read_if(self, start, end):
        body = self.source.find(r"\{", end, len(self.code)).start()
        conditions = self.source.split(",", end, body)
        closed = self.source.closing[body]
        if REJECTS.match(self.code, body + 1, closed):
            self._forbid_all(conditions)
        else:
            self._require_all(conditions, is_listed=False)
            is_value = not re.search(r"[\n;=]", self.code[body + 1 : closed].strip())
            if is_value and re.compile(r"\s*else\b").match(self.code, closed + 1):
                self._forbid_all(conditions, is_listed=False)

    def _read_for(self, start, end):
        if re.compile(r"\s*(\w+\s*)?:").match(self.code, end):
            return  # the label of an argument
        body = self.source.find(r"\{", end, len(self.code)).start()
        where = self.source.find(r"where\b", end, body)
        if where and REJECTS.match(self.code, body + 1, self.source.closing[body]):
            self._weaken(*self.source.trimmed(where.end(), body), "false")

    def _read_return(self, start, end):
        function = self.source.function_around(start)
        stop = self.source.end_of_statement(end)
        if self.code[end:stop].strip():
            self._judge(end, stop, is_boolean=self._answers_boolean(function))

    def _read_switch(self, start, end):
        opened = self.source.find(r"\{", end, len(self.code)).start()
        closed = self.source.closing[opened]
        function = self.source.function_around(start)
        is_value = self._answers_boolean(function) and self._is_whole_body(function, start, closed + 1)
        rows = list(self._rows(opened + 1, closed))
        for row, following in zip(rows, rows[1:] + [None]):
            stop = following.start() if following else closed
            colon = self.source.find(r":", row.end(), stop)
            body = self.source.trimmed(colon.end(), stop)
            if REJECTS.match(self.code, *body):
                self._forbid_row(row, colon.start(), rows)
            elif not STATEMENT.match(self.code, *body) and self.source.end_of_statement(body[0]) >= body[1]:
                self._judge(*body, is_boolean=is_value)

    def _read_bodies(self):
        for declaration in self.source.declarations:
            start, end = self.source.trimmed(declaration[0] + 1, declaration[1])
            is_expression = not STATEMENT.match(self.code, start, end) and self.source.end_of_statement(start) >= end
            if self._answers_boolean(declaration) and is_expression:
                self._judge(start, end, is_boolean=True)

    def _read_assignments(self):
        for match in re.finditer(r"(?<=\w) = (?=\S)", self.code):
            opened = self.source.block_around(match.start())
            if opened is None or self.code[opened] != "{" or self._is_inside_condition(match.start()):
                continue
            self._judge(match.end(), self.source.end_of_statement(match.end()), is_boolean=False)

    def _read_closures(self):
        for opened, closed in self.source.closing.items():
            if self.code[opened] != "{" or not self._opens_closure(opened):
                continue
            head = self.source.find(r"in\b", opened + 1, closed)
            start, end = self.source.trimmed(head.end() if head else opened + 1, closed)
            if start < end <= self.source.end_of_statement(start) and not STATEMENT.match(self.code, start, end):
                self._judge(start, end, is_boolean=False)

    def _read_choices(self):
        for match in re.finditer(r"(?<=\S) \? ", self.code):
            start = self.source.start_of_expression(match.start())
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
        for match in re.finditer(r"(?m)^ +(?:_ = )?try (?:await )?(?=[\w.]+\()", self.code):
            start = match.start() + len(match.group(0)) - len(match.group(0).lstrip())
            is_delegation = re.match(r"(_ = )?try (await )?(self|super)\.init\b", self.code[start:])
            if is_delegation or self._continues(match.start()):
                continue
            end = self.source.end_of_statement(start)
            opened = self.source.block_around(start)
            if not self._is_implicit_result(opened, start, end):
                self.wishes.setdefault((start, end), set()).add("skipped")

    # What is decided about an expression.

    def _require_all(self, conditions, is_listed=True):
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

    def _forbid_all(self, conditions, is_listed=True):
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
            compound = [piece for piece in pieces if self._is_compound(*piece)]
            for piece in compound:
                self._weaken(*piece, wanted)
            if len(compound) == len(pieces):
                return None
        self.wishes.setdefault((start, end), set()).add(wanted)
        return None

    # Small questions.

    def _is_compound(self, start, end):
        return len(self.source.split(r"\|\||&&", start, end)) > 1 or self.code[start:end].startswith(("(", "!("))

    def _answers_boolean(self, declaration):
        if declaration is None or declaration[2] not in ("func", "var"):
            return False
        pattern = r"->\s*Bool\s*(where\b.*)?$" if declaration[2] == "func" else r":\s*Bool\s*$"
        return re.search(pattern, self.code[declaration[4] : declaration[0]]) is not None

    def _is_whole_body(self, function, start, end):
        return self.source.trimmed(function[0] + 1, function[1]) == (start, end)

    def _rows(self, start, end):
        """The first words of the rows of a switch, each on a line of its own."""
        for position in self.source.top_level(start, end):
            match = re.compile(r"(case|default)\b").match(self.code, position, end)
            if match and not self.code[self.code.rfind("\n", 0, position) + 1 : position].strip():
                yield match

    def _is_inside_condition(self, position):
        """Whether an equals sign belongs to an `if let`, a `guard case` or the like."""
        opened = self.source.block_around(position)
        line_start = self.source.start_of_statement(opened + 1, position)
        return re.match(r"(guard|if|while|else|for|case|\} else)\b", self.code[line_start:position]) is not None

    def _continues(self, line_start):
        before = self.code[:line_start].rstrip()
        return before.endswith(("=", "(", ",", ":", "->", "&&", "||", "?", "in", "[", "return"))

    def _opens_closure(self, opened):
        """Whether a brace opens a closure: inside a call or an assignment, or after a call on its line."""
        before = self.code[:opened].rstrip()
        if before.endswith(("(", ":", ",", "=")):
            return True
        line = self.code[self.code.rfind("\n", 0, opened) + 1 : opened]
        return not NO_CLOSURE.search(line) and re.search(r"\.\w+(\([^()]*\))? $", line) is not None

    def _is_implicit_result(self, opened, start, end):
        """Whether a statement is all of a function or closure that returns something."""
        if self.source.trimmed(opened + 1, self.source.closing[opened]) != (start, end):
            return False
        function = next((each for each in self.source.declarations if each[0] == opened), None)
        if function:
            return function[2] != "func" or "->" in self.code[function[4] : opened]
        head = self.code[self.code.rfind("\n", 0, opened) + 1 : opened].rstrip()
        return not re.search(r"\b(do|else|catch)( throws\([^)]*\))?$|\b(if|for|while)\b", head)

    def _note(self, start, end, reason):
        self.unreachable.append((self.source.line(start), self.source.excerpt(start, end), reason))

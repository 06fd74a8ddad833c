/** Letters of Arabic as they are joined to their neighbours, for fonts that are drawn letter by letter. In logical order. */
export function joinArabic(text: string): string {
  const letters = [...text];
  const joined = letters.map((letter, index) => {
    const forms = formsOf.get(letter);
    if (!forms) return letter;
    const before = neighbour(letters.slice(0, index).toReversed());
    const after = neighbour(letters.slice(index + 1));
    const isJoinedBefore = before !== undefined && joinsNext(before);
    const isJoinedAfter = forms.length === bothSides && after !== undefined && joinsPrevious(after);
    const form = isJoinedBefore ? (isJoinedAfter ? 3 : 1) : isJoinedAfter ? 2 : 0;
    return forms[form] ?? letter;
  });
  return joined.join("").replaceAll(/[\uFEDF\uFEE0][\uFE82\uFE84\uFE88\uFE8E]/g, ([lam = "", alef = ""]) => {
    const ligature = ligatures.get(alef) ?? 0;
    return String.fromCharCode(lam === "\uFEE0" ? ligature + 1 : ligature);
  });
}

/** Marks above and below letters do not part them. */
const neighbour = (letters: readonly string[]): string | undefined => letters.find((letter) => !/\p{M}/u.test(letter));

const tatweel = "\u0640";
const joinsNext = (letter: string) => letter === tatweel || formsOf.get(letter)?.length === bothSides;
const joinsPrevious = (letter: string) => letter === tatweel || (formsOf.get(letter)?.length ?? 0) > 1;

/** Isolated, final, initial, medial; a letter that joins only the one before it has two. */
const bothSides = 4;

/** By letter: in its two blocks of forms Unicode lists those of a letter one behind the other, in this order. */
const formsOf = new Map<string, string[]>();
for (const [first, last] of [
  [0xfe80, 0xfef4],
  [0xfb50, 0xfbff],
] as const)
  for (let code: number = first; code <= last; code++) {
    const form = String.fromCodePoint(code);
    const letter = form.normalize("NFKC");
    // Forms of a letter that stand apart from its others.
    const isApart = code === 0xfbe8 || code === 0xfbe9;
    if (letter !== form && [...letter].length === 1 && !isApart)
      formsOf.set(letter, [...(formsOf.get(letter) ?? []), form]);
  }

/** Of lam with the final form of each alef, as they are isolated; the next code is the final one. */
const ligatures = new Map([
  ["\uFE82", 0xfef5],
  ["\uFE84", 0xfef7],
  ["\uFE88", 0xfef9],
  ["\uFE8E", 0xfefb],
]);

/** Without titles before it, and also of "Last, First". Empty without a name. */
export function firstNameOf(name: string): string {
  const [before = [], after = []] = name.split(",").map(withoutPrefixes);
  const [first = ""] = before;
  const [next = ""] = after;
  // After the comma there is a first name only if all before it is one surname; else it is a degree, an honour or a role.
  return next !== "" && isSurname(before) && !isSuffix.test(next) ? next : first || next;
}

/** "Prof. Dr. Ada Byron" is "Ada Byron"; what is nothing but a title is kept. */
function withoutPrefixes(part: string): string[] {
  const words = part.split(/\s+/).filter(Boolean);
  const start = words.findIndex((word) => !isPrefix.test(word));
  return words.slice(Math.max(start, 0));
}

const isPrefix =
  /^(mrs?|ms|mx|miss|mme|dr|prof|professor|doctor|sir|dame|lady|lord|baron|baroness|viscount(ess)?|rev|revd|reverend|fr|capt|captain|maj|col|colonel|lt|brig|cllr|rt|hon|hon'ble|the)\.?$/i;

/** One word after any particles: "van der Berg". */
const isSurname = (words: readonly string[]): boolean =>
  words.length <= 1 || words.slice(0, -1).every((word) => isParticle.test(word));

const isParticle = /^(van|von|der|den|de|del|della|di|da|dos|du|la|le|los|ter|ten|zu|af|bin|ibn|al|el|st\.?|o)$/i;

/** "Castell, PhD" */
const isSuffix =
  /^(ph\.?d|d\.?phil|md|ba|ma|mba|mphil|msc|bsc|llb|llm|obe|mbe|cbe|kbe|dbe|bem|cfa|aca|acca|acma|fca|fcca|fcma|frsa|frs|kc|qc|mp|dl|jp|ceo|cfo|coo|cto|jn?r|sn?r|esq|i{2,3}|iv)\b/i;

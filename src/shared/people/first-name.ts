/** Without titles before it, and also of "Last, First". Empty without a name. */
export function firstNameOf(name: string): string {
  const [before = [], after = []] = name.split(",").map(withoutPrefixes);
  const [first = ""] = before;
  const [next = ""] = after;
  // After the comma there is a first name only if all before it is one surname; else it is a degree, an honour or a role.
  return next !== "" && isSurname(before) && !isSuffix(next, before) ? next : first || next;
}

/** "(Ms) Ada" and “Ada” as Ada. */
const plain = (word: string): string => word.replace(/^[("“”‘'\p{Cf}]+|[)"“”’'\p{Cf}]+$/gu, "");

/** "Prof. Dr. Ada Byron" is "Ada Byron"; what is nothing but a title is kept. */
function withoutPrefixes(part: string): string[] {
  const words = part.split(/\s+/).filter((word) => plain(word) !== "");
  const start = words.findIndex((word) => !isPrefix.test(plain(word)) && !isMalayPrefix.test(word));
  return words.slice(Math.max(start, 0)).map(plain);
}

const isPrefix =
  /^(mrs?|ms|mx|miss|mme|dr|prof|professor|doctor|sir|dame|lady|lord|baron|baroness|viscount(ess)?|rev|revd|rev'd|reverend|fr|rabbi|sheikh|capt|captain|maj|col|colonel|lt|brig|sgt|cllr|councillor|rt|hon|hon'ble|the|herr|frau|frl|fru|mlle|pastor|imam|hajji|haji|his|her|excellency|h\.e|and|&|(sra?|dra|dott|ing|eng|mag|gen|adm)(?=\.))\.?$/i;

/** "Dato" without its apostrophe is a first name. */
const isMalayPrefix = /^dato['’]$/i;

/** A surname is one word after any particles: "van der Berg". */
const isSurname = (words: readonly string[]): boolean =>
  words.length <= 1 || words.slice(0, -1).every((word) => isParticle.test(word));

const isParticle = /^(van|von|der|den|de|del|della|di|da|dos|du|la|le|los|ter|ten|zu|af|bin|ibn|al|el|st\.?|o)$/i;

/** "Castell, PhD"; three capitals or more after a name that has small letters are a degree too. */
const isSuffix = (word: string, before: readonly string[]): boolean =>
  suffixes.test(word) || (/^[A-Z]{3,}$/.test(word) && /\p{Ll}/u.test(before.join("")));

const suffixes =
  /^(ph\.?d|d\.?phil|md|ba|ma|mba|mphil|msc|bsc|llb|llm|[mbc]eng|msci|jd|dba|obe|mbe|cbe|kbe|dbe|bem|cfa|aca|acca|acma|fca|fcca|fcma|frsa|frs|kc|qc|mp|dl|jp|ceo|cfo|coo|cto|jn?r|sn?r|esq|i{2,3}|iv)\b/i;

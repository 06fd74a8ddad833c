/** "E-mail Address", "email_address" and "EmailAddress" as "email address", "Forename(s)" as "forenames": programs change the spelling from one export to the next. */
export function plainTitle(title: string): string {
  const words = title
    .replaceAll(/\(s\)/gi, "s")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}£$€%]+/gu, " ")
    .trim();
  return words.replaceAll(/\be mail\b/g, "email").replaceAll(/\bemail addresses\b/g, "email address");
}

/** A plain title, and what it says without pounds behind or before it: "money in £" is "money in", "amount in gbp" is "amount". */
function spellingsOf(plain: string): string[] {
  const bare = plain.replace(/^(?:(?:£|gbp) )+/, "").replace(/(?: (?:£|gbp|pounds sterling|pounds|sterling))+$/, "");
  return bare === plain ? [plain] : [plain, bare, bare.replace(/ in$/, "")];
}

/** Whether it is one of the titles, also with pounds beside it. */
export const isTitleOf = (title: string, titles: readonly string[]): boolean =>
  spellingsOf(plainTitle(title)).some((spelling) => titles.includes(spelling));

/** What a column can be, under all the titles that programs and people give it, the likeliest first. */
export interface ColumnSpec<Name extends string = string> {
  name: Name;
  label: string;
  titles: readonly string[];
}

/** Columns by their places from 0. */
export type ColumnMatch<Name extends string = string> = Partial<Record<Name, number>>;

/** Each column is at most one thing, and each thing the column of its likeliest title: none where that title is there twice. */
export function matchColumns<Name extends string>(
  titles: readonly string[],
  specs: readonly ColumnSpec<Name>[],
): ColumnMatch<Name> {
  const spellings = titles.map((title) => spellingsOf(plainTitle(title)));
  const match: ColumnMatch<Name> = {};
  const taken = new Set<number>();
  const find = (title: string, spelling: number) =>
    spellings.findIndex((one, index) => one[spelling] === title && !taken.has(index));
  for (const spec of specs) {
    for (const title of spec.titles) {
      const place = [0, 1, 2].map((spelling) => find(title, spelling)).find((at) => at !== -1) ?? -1;
      if (place === -1) continue;
      const isTwice = spellings.some(([plain], other) => other !== place && plain === spellings[place]?.[0]);
      if (!isTwice) match[spec.name] = place;
      taken.add(place);
      break;
    }
  }
  return match;
}

/** "email:0,company:3", for an address. */
export const writeMatch = (match: ColumnMatch): string =>
  Object.entries(match)
    .flatMap(([name, place]) => (place === undefined ? [] : [`${name}:${place}`]))
    .join(",");

export const matchPattern = /^[a-z_]{1,40}:\d{1,3}(?:,[a-z_]{1,40}:\d{1,3}){0,40}$/;

/** Reads what `writeMatch` wrote; other names are left out. */
export function readMatch<Name extends string>(text: string, specs: readonly ColumnSpec<Name>[]): ColumnMatch<Name> {
  const places = new Map(text.split(",").map((part) => part.split(":") as [string, string]));
  const match: ColumnMatch<Name> = {};
  for (const { name } of specs) if (places.has(name)) match[name] = Number(places.get(name));
  return match;
}

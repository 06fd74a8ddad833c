/** Letters and digits that are mistaken for others are left out. */
export const referenceAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const prefix = "KD";
const dealLength = 3;
const memberLength = 4;

/**
 * What a member writes with a payment: KD, three characters for the deal, four for the member and one that checks them (Luhn
 * mod 30). Ten in all; Faster Payments carry 18. @throws RangeError for other characters or lengths.
 */
export function paymentReference(deal: string, member: string): string {
  if (deal.length !== dealLength || member.length !== memberLength)
    throw new RangeError("A reference has three characters for the deal and four for the member.");
  const body = `${prefix}${deal}${member}`;
  return `${body}${checkCharacter(body)}`;
}

/** As people and banks write it: spaces, hyphens and small letters do not matter. @returns undefined for no reference. */
export function readPaymentReference(text: string): string | undefined {
  const cleaned = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const body = cleaned.slice(0, -1);
  const isWhole = cleaned.length === prefix.length + dealLength + memberLength + 1 && cleaned.startsWith(prefix);
  const isReadable = isWhole && [...cleaned].every((character) => referenceAlphabet.includes(character));
  return isReadable && checkCharacter(body) === cleaned.at(-1) ? cleaned : undefined;
}

/** Finds one wrong character, and two neighbours that changed places, but for 2 and Z. */
function checkCharacter(body: string): string {
  const { length } = referenceAlphabet;
  const total = [...body].toReversed().reduce((sum, character, place) => {
    const value = referenceAlphabet.indexOf(character);
    if (value === -1) throw new RangeError(`"${character}" is no character of a reference.`);
    const added = value * (place % 2 === 0 ? 2 : 1);
    return sum + Math.floor(added / length) + (added % length);
  }, 0);
  return referenceAlphabet.charAt((length - (total % length)) % length);
}

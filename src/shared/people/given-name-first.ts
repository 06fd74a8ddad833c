/** "Grant, Fiona" as "Fiona Grant": one family name, a comma, and one or two given names. */
export function givenNameFirst(name: string): string {
  const [, family, given] =
    /^((?:(?:van|von|der|den|de|del|della|di|da|du|la|le|el|al|bin|ter|ten|st\.?|o['’]|mac|mc)\s+){0,3}[\p{L}\p{M}'’.-]+),\s*(\p{Lu}[\p{L}\p{M}'’-]*\.?(?:\s\p{Lu}[\p{L}\p{M}'’.-]*){0,2})$/iu.exec(
      name,
    ) ?? [];
  if (!family || !given || suffixes.test(given.replaceAll(".", ""))) return name;
  // The pattern ignores letter case for particles alone.
  return /^\p{Lu}/u.test(given) && /\p{Lu}/u.test(family) ? `${given} ${family}` : name;
}

/** These words can follow a comma without being a given name. */
const suffixes =
  /^(?:jr|sr|snr|jnr|i{1,3}|iv|esq|phd|dphil|md|mba|msc|bsc|ma|ba|ca|aca|acca|fca|cfa|kc|qc|kbe|cbe|obe|mbe|frs|mp|ceo|cfo|cto|coo|ltd|llp|plc|inc|limited|director|chair|trustee|uk)\b/i;

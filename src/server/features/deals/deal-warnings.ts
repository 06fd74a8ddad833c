import type { DealContent } from "#shared/deals/deals.ts";
import { postalLines } from "#shared/postal-lines.ts";
import type { Club, SettingValues } from "#shared/settings/settings.ts";

/** The texts before a deal, with the club's operator and address in their places. */
export function dealWarnings(
  { headline, risk, sender, exemption }: SettingValues["deal_texts"],
  { operator, address }: Pick<Club["identity"], "operator" | "address">,
): DealContent["warnings"] {
  const lines = postalLines({ operator, address }).slice(1).join(", ");
  const fill = (text: string) => text.replaceAll("{operator}", () => operator).replaceAll("{address}", () => lines);
  return { headline: fill(headline), risk: fill(risk), sender: fill(sender), exemption: fill(exemption) };
}

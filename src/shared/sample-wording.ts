import { defaultSettings, sampleMark } from "./club.ts";
import { lazily } from "./lazily.ts";
import type { SettingValues } from "./settings.ts";

/** Settings without which a real club shows no deal, with the names of their sections in Admin → Settings. */
export const samplePartLabels = {
  identity: "Identity",
  warnings: "Risk warnings",
  deal_texts: "Deal warnings",
  nominee: "Nominee",
} as const;
export type SamplePart = keyof typeof samplePartLabels;
export const sampleParts = Object.keys(samplePartLabels) as SamplePart[];

/**
 * @param saved by an admin; what is missing is the sample’s. @returns which parts still say what the sample says. Risk warnings
 * are true of many clubs, so they count as the club’s own once an admin has saved them.
 */
export function findSampleParts(saved: Partial<Pick<SettingValues, SamplePart>>): SamplePart[] {
  const { identity, deal_texts, nominee } = { ...defaultSettings, ...saved };
  const isSample: Record<SamplePart, boolean> = {
    identity: identity.company_number === defaultSettings.identity.company_number,
    warnings: saved.warnings === undefined,
    deal_texts: hasSampleMark(deal_texts),
    nominee: nominee.name === null,
  };
  return sampleParts.filter((part) => isSample[part]);
}

export const hasSampleMark = (texts: Record<string, string>): boolean =>
  Object.values(texts).some((text) => text.includes(sampleMark));

const listOf = lazily(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));

export const sampleWordingMessages = {
  parts: (parts: readonly SamplePart[]) =>
    `Admin → Settings still has the sample’s words under ${listOf().format(parts.map((part) => samplePartLabels[part]))}. Replace them with the club’s own first.`,
  version: `The approved version still says “${sampleMark}” Sign the offer again and have it approved first.`,
} as const;

import { lazily } from "#shared/lazily.ts";
import { defaultSettings, sampleMark } from "./club.ts";
import type { SettingValues } from "./settings.ts";
import { dealTextLabels } from "./settings-messages.ts";

/** Settings without which a real club shows no deal, with the names of their sections in Admin → Settings. */
export const samplePartLabels = {
  identity: "Identity",
  warnings: "Risk warnings",
  deal_texts: "Deal warnings",
  nominee: "Nominee",
  figures: "Numbers on the public pages",
} as const;
export type SamplePart = keyof typeof samplePartLabels;
export const sampleParts = Object.keys(samplePartLabels) as SamplePart[];

export interface SampleWords {
  part: SamplePart;
  /** With the fields that say it, where there are several: "Deal warnings (Whom it is for)". */
  label: string;
  /** Identity alone lists its fields. */
  fields: string[];
}

/**
 * @param saved by an admin; what is missing is the sample’s. @returns which parts still say what the sample says. Risk warnings
 * and figures, of which an offer has the success fee, may be true of many clubs: they count as the club’s own once an admin has saved
 * them.
 */
export function findSampleWords(saved: Partial<Pick<SettingValues, SamplePart>>): SampleWords[] {
  const { identity, deal_texts, nominee } = { ...defaultSettings, ...saved };
  const marked = dealTextNames.filter((name) => deal_texts[name].includes(sampleMark));
  const same = identityNames.filter((name) => `${identity[name]}` === `${defaultSettings.identity[name]}`);
  const isSample: Record<SamplePart, boolean> = {
    identity: same.length > 0,
    warnings: saved.warnings === undefined,
    deal_texts: marked.length > 0,
    nominee: nominee.name === null,
    figures: saved.figures === undefined,
  };
  const fields: Partial<Record<SamplePart, string>> = {
    identity: same.map((name) => identityLabels[name]).join(", "),
    deal_texts: marked.map((name) => dealTextLabels[name]).join(", "),
  };
  return sampleParts
    .filter((part) => isSample[part])
    .map((part) => ({
      part,
      fields: part === "identity" ? [...untypedNames(identity), ...same] : [],
      label: fields[part] ? `${samplePartLabels[part]} (${fields[part]})` : samplePartLabels[part],
    }));
}

/** What a club says of itself, in its own words. */
const identityLabels = {
  company_number: "Company number",
  taglines: "Taglines",
  motto: "Motto",
  mission: "Mission",
} as const;
/** The setup asks for these and for the company number: with another number they were typed, though they may be the sample's too. */
const untypedNames = (identity: SettingValues["identity"]): string[] =>
  identity.company_number === defaultSettings.identity.company_number
    ? (["name", "operator", "address", "contact_email", "regulation"] as const).filter(
        (name) => `${identity[name]}` === `${defaultSettings.identity[name]}`,
      )
    : [];
const identityNames = Object.keys(identityLabels) as (keyof typeof identityLabels)[];
const dealTextNames = Object.keys(dealTextLabels) as (keyof typeof dealTextLabels)[];

export const hasSampleMark = (texts: Record<string, string>): boolean =>
  Object.values(texts).some((text) => text.includes(sampleMark));

const listOf = lazily(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));

export const sampleWordingMessages = {
  parts: (words: readonly SampleWords[]) =>
    `Admin → Settings still has the sample’s words under ${listOf().format(words.map(({ label }) => label))}. Replace them with the club’s own first.`,
  version: `The approved version still says “${sampleMark}” Sign a new offer first.`,
} as const;

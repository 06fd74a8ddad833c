import type { EnteredUpdate, UpdateFigures, UploadedLetter } from "#shared/company-updates.ts";
import { type FigureName, figureNames } from "#shared/company-updates-messages.ts";
import { lazily } from "#shared/lazily.ts";
import { parsePounds } from "#shared/pence.ts";

/** As the form holds them: numbers as typed. */
export interface UpdateValues extends Record<FigureName, string> {
  text: string;
  offer: string;
  letter: UploadedLetter | null;
}

type UpdateInput = Omit<EnteredUpdate, "quarter" | "expected_version">;

export const emptyUpdate: UpdateValues = {
  arr_pence: "",
  nrr_bp: "",
  gross_margin_bp: "",
  net_burn_pence: "",
  runway_months: "",
  headcount: "",
  text: "",
  offer: "",
  letter: null,
};

const signed = (text: string, parse: (text: string) => number | null): number | null => {
  const [, minus, rest = ""] = /^\s*([-−]?)(.*)$/s.exec(text) ?? [];
  const value = parse(rest);
  return value === null || !minus ? value : -value;
};
const parsePercent = (text: string): number | null => {
  const plain = text.trim().replace(/\s*%$/, "").replaceAll(",", "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
};
const parseWhole = (text: string): number | null => {
  const plain = text.trim().replaceAll(",", "");
  return /^\d+$/.test(plain) ? Number(plain) : null;
};

const parsers: Record<FigureName, (text: string) => number | null> = {
  arr_pence: parsePounds,
  nrr_bp: parsePercent,
  gross_margin_bp: (text) => signed(text, parsePercent),
  net_burn_pence: (text) => signed(text, parsePounds),
  runway_months: parseWhole,
  headcount: parseWhole,
};

/** Null where nothing is typed; what cannot be read becomes a value that the schema refuses. */
const parse = (name: FigureName, text: string): number | null =>
  text.trim() === "" ? null : (parsers[name](text) ?? Number.NaN);

export function toUpdateInput({ text, offer, letter, ...typed }: UpdateValues): UpdateInput {
  const figures = Object.fromEntries(figureNames.map((name) => [name, parse(name, typed[name])])) as UpdateFigures;
  return { ...figures, text, offer, letter_id: letter?.id ?? null };
}

const plain = lazily(() => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 }));
const isHundredths = (name: FigureName) => name.endsWith("_pence") || name.endsWith("_bp");
const typedOf = (name: FigureName, value: number | null): string =>
  value === null ? "" : plain().format(isHundredths(name) ? value / 100 : value);

interface Given extends UpdateFigures {
  text: string | null;
  offer: string | null;
  letter_id: string | null;
  letter: { file_name: string } | null;
}

/** Of a version that is corrected. */
export const toUpdateValues = ({ text, offer, letter_id, letter, ...figures }: Given): UpdateValues => ({
  ...(Object.fromEntries(figureNames.map((name) => [name, typedOf(name, figures[name])])) as Record<
    FigureName,
    string
  >),
  text: text ?? "",
  offer: offer ?? "",
  letter: letter_id && letter ? { id: letter_id, file_name: letter.file_name } : null,
});

export const updateFieldOf = (path: string): string => (path === "letter_id" ? "letter" : path);

import {
  type EnteredUpdate,
  type UpdateFigures,
  type UploadedLetter,
  updateContentSchema,
} from "#shared/company-updates/company-updates.ts";
import { type FigureName, figureNames } from "#shared/company-updates/company-updates-messages.ts";
import { lazily } from "#shared/lazily.ts";
import { isBlank, type NumberKind, numberKinds, orNaN } from "#shared/typed-numbers.ts";
import { rulesOf } from "#web/lib/form-rules.ts";

/** The form holds numbers as typed. */
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

export const figureKinds = {
  arr_pence: "pounds",
  nrr_bp: "percent",
  gross_margin_bp: "signed_percent",
  net_burn_pence: "signed_pounds",
  runway_months: "count",
  headcount: "count",
} as const satisfies Record<FigureName, NumberKind>;

/** Returns null where nothing is typed; what cannot be read becomes a value that the schema refuses. */
const parse = (name: FigureName, text: string): number | null =>
  isBlank(text) ? null : orNaN(numberKinds[figureKinds[name]].read(text));

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

export const updateRules = rulesOf(updateContentSchema, toUpdateInput, updateFieldOf);

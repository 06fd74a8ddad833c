import { type BenchOptions, type Figure, isMet } from "./figure.ts";

export interface MeasuredPart {
  title: string;
  figures: readonly Figure[];
}

/** A part as a table for the terminal, with its notes below; of a quick one only what has a goal. */
export function describePart({ title, figures }: MeasuredPart, { isQuick }: BenchOptions): string {
  const shown = figures.filter(({ goal, note }) => !isQuick || goal || note);
  const rows = shown.map((figure) => [
    figure.name,
    [round(figure.value), figure.unit].join(" ").trim(),
    goalOf(figure),
    verdictOf(figure),
  ]);
  const notes = shown.flatMap(({ name, note }) => (note ? [`${name}: ${note}`] : []));
  return [title, "", ...align([["figure", "value", "goal", "met"], ...rows]), ...notes].join("\n");
}

export const missedIn = (parts: readonly MeasuredPart[]): Figure[] =>
  parts.flatMap(({ figures }) => figures.filter((figure) => !isMet(figure)));

/** What a part shows that could not be measured: the others are measured all the same, and the bench fails. */
export const brokenOff = ({ message }: Error): Figure[] => [
  { name: "could not be measured", value: Number.NaN, unit: "", goal: { atMost: 0 }, note: message },
];

/** As it is kept: every figure with its verdict. A void one is null, since JSON knows no other. */
export const toRecord = ({ title, figures }: MeasuredPart) => ({
  title,
  figures: figures.map((figure) => ({ ...figure, isMet: isMet(figure) })),
});

function goalOf({ goal, unit }: Figure): string {
  if (!goal) return "";
  const [sign, value] = "atLeast" in goal ? ["≥", goal.atLeast] : ["≤", goal.atMost];
  return `${sign} ${round(value)} ${unit}`.trim();
}

function verdictOf(figure: Figure): string {
  if (!figure.goal) return "";
  return isMet(figure) ? "yes" : "NO";
}

/** Three digits that count, and all those before the point. */
function round(value: number): string {
  if (Number.isNaN(value)) return "–";
  return value.toLocaleString("en-GB", { maximumSignificantDigits: Math.max(3, String(Math.round(value)).length) });
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `  ${cells.join("  ")}`.trimEnd();
  });
}

import type { JsonSchema } from "./document.ts";
import { valuesByName } from "./example-values.ts";

/**
 * Gives each field an example that fits it, in words of the trade, where its name or its pattern asks for one. One whose values are listed
 * says enough, and one that can be null needs none.
 */
export function addExamples(schema: JsonSchema, name = ""): JsonSchema {
  const { properties = {}, items, additionalProperties: more } = schema;
  for (const choice of (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]) addExamples(choice, name);
  for (const [field, part] of Object.entries(properties)) addExamples(part, field);
  if (items) addExamples(items, name);
  if (typeof more === "object") addExamples(more as JsonSchema, "name");
  const example = fieldExample(name, schema);
  if (example !== undefined) schema.examples = [example];
  return schema;
}

function fieldExample(name: string, schema: JsonSchema): unknown {
  const { $ref, const: only, default: usual, enum: choices, anyOf, oneOf, type } = schema;
  const known = valuesByName[name];
  if ([$ref, only, usual, choices, anyOf, oneOf].some((given) => given !== undefined)) return undefined;
  if (isNullable(schema)) return known === null ? null : undefined;
  switch ([type ?? []].flat().find((one) => one !== "null")) {
    case "integer":
    case "number":
      return numberExample(name, schema);
    case "string":
      return textExample(name, schema);
    case undefined:
      return typeof known === "object" ? (known ?? undefined) : undefined;
    default:
      return undefined;
  }
}

function numberExample(name: string, { minimum, maximum }: JsonSchema): number | undefined {
  const known = valuesByName[name] ?? (name.endsWith("_pence") ? 250_000 : undefined);
  return known === undefined
    ? undefined
    : Math.min(Math.max(Number(known), Number(minimum ?? known)), Number(maximum ?? known));
}

function textExample(name: string, schema: JsonSchema): string | undefined {
  const known = valuesByName[name];
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as Record<string, unknown>;
  const like = formats.get(String(format));
  if (like) return typeof known === "string" && like.test(known) ? known : undefined;
  const fits = (text: string) => pattern === undefined || new RegExp(String(pattern)).test(text);
  const text = [...(known ? [String(known)] : []), ...(pattern ? byPattern : [])].find(fits);
  return text?.padEnd(Number(minLength), "0").slice(0, Number(maxLength));
}

const isNullable = ({ type }: JsonSchema) => Array.isArray(type) && type.includes("null");

/** What a value of each format is like; any is as good as another. */
const formats = new Map([
  ["uuid", /^[\da-f-]{36}$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["date-time", /^\d{4}-\d\d-\d\dT.*Z$/],
  ["email", /@/],
  ["uri", /:\/\//],
]);

/** Tried in turn where a field has a pattern. */
const byPattern = [
  "club-2026-11-23.backup",
  "1.25",
  "12",
  "2026-Q3",
  "2026-11-23",
  "2026-11-23T18:30:00.000Z",
  "GB",
  "income",
  "ledgerlight",
  "email:0,company:3",
];

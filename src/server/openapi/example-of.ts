import type { JsonSchema } from "./document.ts";
import { corrections, examples, valuesByName } from "./example-values.ts";

const deepest = 12;

export function exampleOfComponent(name: string, components: Record<string, JsonSchema>, depth = 0): unknown {
  if (examples[name]) return examples[name];
  const example = exampleOf(components[name] ?? {}, components, { depth: depth + 1 });
  return corrections[name] ? { ...(example as object), ...corrections[name] } : example;
}

/** A value that fits the schema, with the words of the trade by the names of the fields. */
export function exampleOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  { name = "", depth = 0 }: { name?: string; depth?: number } = {},
): unknown {
  const inner = (part: JsonSchema, of = name) => exampleOf(part, components, { name: of, depth: depth + 1 });
  if (schema.$ref) return exampleOfComponent(schema.$ref.split("/").at(-1) ?? "", components, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && schema.type !== "object") return schema.default;
  if (Array.isArray(schema.enum)) return fitting(valuesByName[name], schema.enum) ?? schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choice) return inner(choice.find(({ type }) => type !== "null") ?? choice[0] ?? {});
  const type = [schema.type ?? []].flat().find((one) => one !== "null");
  if (depth > deepest) return type === "array" ? [] : null;
  switch (type) {
    case "object":
      return objectExample(schema, inner);
    case "array":
      return arrayExample(schema, inner);
    case "boolean":
      return true;
    case "integer":
    case "number":
      return numberExample(name, schema);
    case "string":
      return textExample(name, schema);
    default:
      return fromJson(valuesByName[name]) ?? null;
  }
}

function objectExample(schema: JsonSchema, inner: (part: JsonSchema, name?: string) => unknown): object {
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part, name)]);
  const { additionalProperties: more, propertyNames: keys } = schema as Record<string, JsonSchema | undefined>;
  if (fields.length > 0 || !more || typeof more !== "object") return Object.fromEntries(fields);
  const names = (keys?.enum as string[] | undefined) ?? ["name"];
  return Object.fromEntries(names.map((name) => [name, inner(more, name)]));
}

function arrayExample({ items, minItems }: JsonSchema, inner: (part: JsonSchema) => unknown): unknown[] {
  return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => inner(items ?? {}));
}

function numberExample(name: string, { minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const wanted = Number(valuesByName[name] ?? (name.endsWith("_pence") ? 250_000 : 1));
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? wanted : Number(exclusiveMinimum) + 1));
  return Math.min(Math.max(wanted, least), Number(maximum ?? wanted));
}

function textExample(name: string, schema: JsonSchema): string | null {
  const known = valuesByName[name];
  if (known === null && isNullable(schema)) return null;
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as Record<string, unknown>;
  const ofFormat = byFormat[String(format)];
  if (ofFormat !== undefined) return typeof known === "string" && isLike(known, ofFormat) ? known : ofFormat;
  const fits = (text: string) => pattern === undefined || new RegExp(String(pattern)).test(text);
  const text = [String(known ?? "As agreed."), ...byPattern].find(fits) ?? "As agreed.";
  return text.padEnd(Number(minLength), "0").slice(0, Number(maxLength));
}

/** Both a day, a moment or an address. */
const isLike = (known: string, ofFormat: string) =>
  known.replace(/\d/g, "0") === ofFormat.replace(/\d/g, "0") || (known.includes("://") && ofFormat.includes("://"));

const isNullable = ({ type }: JsonSchema) => Array.isArray(type) && type.includes("null");

const byFormat: Record<string, string> = {
  uuid: "0199a3c4-5b1e-7c42-9d0f-3a6b8e2f4c11",
  date: "2026-11-23",
  "date-time": "2026-11-23T18:30:00.000Z",
  email: "priya@ledgerlight.example",
  uri: "https://ledgerlight.example/",
  binary: "",
};

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

const fitting = (value: unknown, choices: unknown[]) => (choices.includes(value) ? value : undefined);

const fromJson = (value: unknown) => (typeof value === "object" ? value : undefined);

import type { JsonSchema } from "#server/openapi/build-schemas.ts";

/** The example of a whole schema, put together from those of its fields, as tools do. */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const inner = (part: JsonSchema) => exampleOf(part, components);
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.$ref) return inner(components[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && schema.type !== "object") return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return inner(choices.find(({ type }) => type !== "null") ?? choices[0] ?? {});
  switch ([schema.type ?? []].flat().find((one) => one !== "null")) {
    case "object":
      return objectExample(schema, inner);
    case "array":
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () => inner(schema.items ?? {}));
    case "boolean":
      return true;
    case "integer":
    case "number":
      return numberExample(schema);
    case "string":
      return byFormat[String(schema.format)] ?? textExample(schema);
    default:
      return null;
  }
}

function objectExample(
  { properties, additionalProperties: more, propertyNames: keys }: JsonSchema,
  inner: (part: JsonSchema) => unknown,
) {
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)]));
  if (typeof more !== "object") return {};
  const names = ((keys as JsonSchema | undefined)?.enum as string[] | undefined) ?? ["name"];
  return Object.fromEntries(names.map((name) => [name, inner(more as JsonSchema)]));
}

function numberExample({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1));
  return Math.min(Math.max(1, least), Number(maximum ?? Number.POSITIVE_INFINITY));
}

const textExample = ({ minLength = 0, maxLength }: JsonSchema): string =>
  "text".padEnd(Number(minLength), "0").slice(0, maxLength === undefined ? undefined : Number(maxLength));

const byFormat: Record<string, string> = {
  uuid: "0199a3c4-5b1e-7c42-9d0f-3a6b8e2f4c11",
  date: "2026-11-23",
  "date-time": "2026-11-23T18:30:00.000Z",
  email: "priya@ledgerlight.example",
  uri: "https://ledgerlight.example/",
};

import { describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import { describeApi } from "#server/openapi/describe-api.ts";
import type { JsonSchema } from "#server/openapi/document.ts";

const { paths, components } = describeApi(createApi(), { appUrl: "https://club.example" });

interface Bounds {
  least: unknown;
  most: unknown;
}

/** Of every number that an operation takes, in its query or its body, by operation and field. */
const bounds = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
    const operation = `${method.toUpperCase()} ${path}`;
    const body = requestBody?.content["application/json"]?.schema;
    return [
      ...parameters.flatMap(({ name, schema }) => numbersIn(schema, `${operation} ?${name}`, [])),
      ...(body ? numbersIn(body, operation, []) : []),
    ];
  }),
);

describe("The numbers that the API takes", () => {
  it("have the bounds that were reviewed", async () => {
    const lines = [...new Set(bounds.map(([name, { least, most }]) => `${name}: ${least} to ${most}`))].sort();
    expect(lines.length).toBeGreaterThan(50);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("rights/number-bounds.txt");
  });
});

/** @param seen names of components that contain this one: a rich text refers to itself. */
function numbersIn(schema: JsonSchema, name: string, seen: readonly string[]): [string, Bounds][] {
  const component = schema.$ref?.split("/").at(-1);
  if (component !== undefined) {
    const described = components.schemas[component];
    return described && !seen.includes(component) ? numbersIn(described, name, [...seen, component]) : [];
  }
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  const types = [schema.type ?? []].flat();
  const own: [string, Bounds][] =
    types.includes("integer") || types.includes("number")
      ? [
          [
            name,
            { least: minimum ?? beyond("above", exclusiveMinimum), most: maximum ?? beyond("below", exclusiveMaximum) },
          ],
        ]
      : [];
  const choices = [...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as JsonSchema[])];
  return [
    ...own,
    ...choices.flatMap((choice) => numbersIn(choice, name, seen)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) => numbersIn(part, `${name} ${key}`, seen)),
    ...(schema.items ? numbersIn(schema.items, `${name}[]`, seen) : []),
  ];
}

function beyond(word: "above" | "below", bound: unknown): string {
  return bound === undefined ? "no bound" : `${word} ${bound}`;
}

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createApi } from "#server/api.ts";
import type { JsonSchema } from "#server/openapi/build-schemas.ts";
import { describeApi } from "#server/openapi/describe-api.ts";

const api = createApi();
const { paths, components } = describeApi(api, { appUrl: "https://club.example" });

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
  it("The numbers that the API takes have the bounds that were reviewed", async () => {
    const lines = [...new Set(bounds.map(([name, { least, most }]) => `${name}: ${least} to ${most}`))].sort();
    expect(lines.length).toBeGreaterThan(50);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("rights/number-bounds.txt");
  });

  it("Numbers in every JSON body are numbers: text is never turned into one", () => {
    const bodies = api.openAPIRegistry.definitions.flatMap((definition) => {
      if (definition.type !== "route") return [];
      const { method, path, request } = definition.route;
      const content = request?.body?.content as Record<string, { schema: Schema }> | undefined;
      const schema = content?.["application/json"]?.schema;
      return schema ? [[`${method.toUpperCase()} ${path}`, schema] as const] : [];
    });
    expect(bodies.length).toBeGreaterThan(50);
    expect(bodies.flatMap(([name, schema]) => coercedIn(schema, name, new Set()))).toEqual([]);
    expect(coercedIn(z.object({ a: z.array(z.coerce.number().nullable()) }), "it", new Set())).toEqual(["it a"]);
    expect(coercedIn(z.object({ a: z.preprocess(Number, z.int()) }), "it", new Set())).toEqual(["it a"]);
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

type Schema = z.core.$ZodType;

/** Paths of numbers that a schema makes of something else. */
function coercedIn(schema: Schema, path: string, seen: Set<Schema>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    coerce?: boolean;
    shape?: Record<string, Schema>;
    options?: Schema[];
  } & Partial<Record<"element" | "innerType" | "in" | "out" | "valueType" | "left" | "right", Schema>>;
  if (def.type === "number") return def.coerce ? [path] : [];
  const isPreprocessed = def.type === "pipe" && def.in?._zod.def.type === "transform" && isNumber(def.out);
  const inner = [
    def.element,
    def.innerType,
    def.in,
    def.out,
    def.valueType,
    def.left,
    def.right,
    ...(def.options ?? []),
  ];
  return [
    ...(isPreprocessed ? [path] : []),
    ...Object.entries(def.shape ?? {}).flatMap(([key, part]) => coercedIn(part, `${path} ${key}`, seen)),
    ...inner.flatMap((part) => (part ? coercedIn(part, path, seen) : [])),
  ];
}

const isNumber = (schema: Schema | undefined): boolean => schema?._zod.def.type === "number";

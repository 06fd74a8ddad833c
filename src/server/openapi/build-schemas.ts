import { z } from "zod";
import { richTextSchema } from "#shared/content/rich-text.ts";
import type { Audience } from "../auth/guard.ts";

export interface UsedSchema {
  schema: z.ZodType;
  /** Sent by the caller, or answered. */
  direction: "input" | "output";
  /** Read for its fields alone, as of a query. */
  isInline?: boolean;
}

export interface Schemas {
  /** Those that it refers to, and that these do, by name. */
  componentsFor: (described: object) => Record<string, JsonSchema>;
  refTo: (schema: z.ZodType, direction: UsedSchema["direction"]) => JsonSchema;
  fieldsOf: (schema: z.ZodType) => JsonSchema;
}

const place = "#/components/schemas/";
const refs = new RegExp(`"${place}([^"]+)"`, "g");

/**
 * JSON schemas of all that operations take and answer. A schema that is both, and differs since one of its fields has a
 * default or is changed as it is read, is named twice: DealContent as answered, DealContentInput as sent.
 */
export function buildSchemas(used: UsedSchema[], names: ReadonlyMap<z.ZodType, string>): Schemas {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const nameOf = (schema: z.ZodType) => {
    const name = names.get(schema);
    if (name === undefined) throw new Error("A schema of an operation has no name.");
    return name;
  };
  const sent = textsOf(registry, "input");
  const answered = textsOf(registry, "output");
  const rootsOf = (direction: UsedSchema["direction"]) =>
    used.filter((one) => one.direction === direction && !one.isInline).map(({ schema }) => nameOf(schema));
  const inAnswers = reachedFrom(rootsOf("output"), answered);
  const inRequests = reachedFrom(rootsOf("input"), sent);
  const doubled = namesThatDiffer(
    [...inRequests].filter((name) => inAnswers.has(name)),
    sent,
    answered,
  );
  const asSent = (text: string) =>
    text.replace(refs, (ref, name) => (doubled.has(name) ? `"${place}${name}Input"` : ref));
  const nameIn = (schema: z.ZodType, direction: UsedSchema["direction"]) =>
    direction === "input" && doubled.has(nameOf(schema)) ? `${nameOf(schema)}Input` : nameOf(schema);
  const texts = new Map([...inAnswers].map((name) => [name, answered.get(name) ?? "{}"]));
  for (const name of inRequests) texts.set(doubled.has(name) ? `${name}Input` : name, asSent(sent.get(name) ?? "{}"));
  return {
    componentsFor: (described) =>
      Object.fromEntries(
        [...reachedFrom(refsIn(JSON.stringify(described)), texts)].map((name) => [
          name,
          JSON.parse(texts.get(name) ?? "{}"),
        ]),
      ),
    refTo: (schema, direction) => ({ $ref: `${place}${nameIn(schema, direction)}` }),
    fieldsOf: (schema) => JSON.parse(asSent(sent.get(nameOf(schema)) ?? "{}")),
  };
}

function textsOf(registry: z.core.$ZodRegistry<{ id: string }>, io: UsedSchema["direction"]): Map<string, string> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `${place}${id}`,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as JsonSchema, io),
  });
  return new Map(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, JSON.stringify(schema)]),
  );
}

function simplify(schema: z.core.$ZodType, json: JsonSchema, io: UsedSchema["direction"]): void {
  const { def } = schema._zod;
  if (schema === richTextSchema) Object.assign(json, { $ref: `${place}RichTextDocument` });
  // What is answered was changed as it was read, such as "" to null: its type is that of what was sent.
  else if (io === "output" && def.type === "pipe") Object.assign(json, typeOfPipe(def as z.core.$ZodPipeDef));
  // Answers gain fields with time.
  if (io === "output" && json.additionalProperties === false) delete json.additionalProperties;
  const format = json.type === "string" && dayOrMoment[(def as z.core.$ZodStringFormatDef).format ?? ""];
  if (format) json.format = format;
  if (def.type === "record" && json.required) nameKeys(json);
  if (Array.isArray(json.prefixItems)) listItems(json, json.prefixItems);
  if (json.properties) nameDays(json.properties);
  // The format says it shorter.
  if (json.format !== undefined) for (const key of ["pattern", "allOf"]) delete json[key];
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

/** A map that has a value for each of its keys is an object with these fields, which readers of schemas know better. */
function nameKeys(json: JsonSchema): void {
  const { required = [], additionalProperties: value } = json;
  json.properties = Object.fromEntries(required.map((key) => [key, { ...(value as JsonSchema) }]));
  for (const key of ["propertyNames", "additionalProperties"]) delete json[key];
}

/** A fixed number of things of one type is a list of that length: many readers know no `prefixItems`. */
function listItems(json: JsonSchema, parts: JsonSchema[]): void {
  const [first = {}] = parts;
  if (parts.some((part) => JSON.stringify(part) !== JSON.stringify(first)))
    throw new Error("A list of several types has no place in the API's description.");
  Object.assign(json, { items: first, minItems: parts.length, maxItems: parts.length });
  delete json.prefixItems;
}

/** A further pattern on such a field would hide its format. */
const dayOrMoment: Record<string, string> = { date: "date", datetime: "date-time" };

/** Fields called `…_on` are days. */
function nameDays(properties: Record<string, JsonSchema>): void {
  for (const [name, field] of Object.entries(properties)) {
    const parts = [field, ...((field.anyOf ?? []) as JsonSchema[])];
    const text = name.endsWith("_on") && parts.find(({ type }) => [type].flat().includes("string"));
    if (text) text.format = "date";
  }
}

function typeOfPipe({ in: given, out }: z.core.$ZodPipeDef): JsonSchema {
  if (out._zod.def.type !== "transform") return {};
  const { $schema: _schema, ...json } = z.toJSONSchema(given, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as JsonSchema, "input"),
  });
  return json as JsonSchema;
}

/** In the order in which they are met: each near what refers to it, which compresses best. */
function reachedFrom(roots: string[], texts: ReadonlyMap<string, string>, reached = new Set<string>()): Set<string> {
  for (const name of roots) {
    if (reached.has(name)) continue;
    reached.add(name);
    reachedFrom(refsIn(texts.get(name) ?? ""), texts, reached);
  }
  return reached;
}

/** Those whose text differs, and those that refer to one of them. */
function namesThatDiffer(
  shared: string[],
  sent: ReadonlyMap<string, string>,
  answered: ReadonlyMap<string, string>,
): Set<string> {
  const differing = new Set(shared.filter((name) => sent.get(name) !== answered.get(name)));
  for (let before = -1; before !== differing.size; ) {
    before = differing.size;
    for (const name of shared) if (refsIn(sent.get(name) ?? "").some((ref) => differing.has(ref))) differing.add(name);
  }
  return differing;
}

const refsIn = (text: string): string[] => [...text.matchAll(refs)].map(([, name = ""]) => name);

export type JsonSchema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
};

export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, object>;
  };
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  "x-audience": Audience;
  security: Record<string, string[]>[];
  parameters?: ParameterObject[];
  requestBody?: { required: boolean; content: Record<string, MediaObject> };
  responses: Record<string, ResponseObject>;
}
export interface ParameterObject {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}
export interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, MediaObject>;
}
interface MediaObject {
  schema: JsonSchema;
}

import fc from "fast-check";
import { hostileJson } from "./hostile-values.ts";

/** Subset of JSON Schema in our OpenAPI document. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** Existing values, so requests pass lookups. */
export type Known = Record<"id" | "email" | "code", string[]>;

/** Valid values as JSON text. */
export function fitting(schema: Schema, known: Known, name = ""): fc.Arbitrary<string> {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one) => fitting(one, known, name)));
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)));
  const types = [schema.type ?? "string"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, known, name)));
}

function ofType(type: string, schema: Schema, known: Known, name: string): fc.Arbitrary<string> {
  switch (type) {
    case "null":
      return fc.constant("null");
    case "boolean":
      return fc.boolean().map(String);
    case "integer":
    case "number":
      return fc.integer({ min: 1, max: 100 }).map(String);
    case "array":
      return fc.array(fitting(schema.items ?? {}, known, name), { maxLength: 5 }).map((items) => `[${items.join()}]`);
    case "object":
      return objectOf(schema, known);
    default:
      return textNamed(name, schema, known).map((text) => JSON.stringify(text));
  }
}

function textNamed(name: string, schema: Schema, known: Known): fc.Arbitrary<string> {
  if (name === "email" || schema.format === "email") return fc.constantFrom(...known.email, "new@members.example");
  if (schema.format === "uuid" || /(^|_)id$/.test(name)) return fc.constantFrom(...known.id);
  if (schema.format === "date") return fc.constantFrom("2026-11-22", "0000-01-01", "9999-12-31");
  if (schema.format === "date-time") return fc.constantFrom("2026-11-22T12:00:00Z", "0000-01-01T00:00:00Z");
  if (/code|token/.test(name)) return fc.constantFrom(...known.code, "123456");
  if (/url$/.test(name)) return fc.webUrl();
  if (name === "password") return fc.constantFrom("many-small-sticks", "lanterns on the pier");
  if (name === "text")
    return fc.constantFrom("Ada, ada@members.example\nBo - bo@members.example", longLine, "cy@members.example");
  return fc.string({ unit: "grapheme", minLength: 2, maxLength: 40 });
}

/** Separators only: must be parsed in linear time. */
const longLine = `Ada${"\t".repeat(3000)}ada@members.example`;

function objectOf(schema: Schema, known: Known): fc.Arbitrary<string> {
  const fields = fieldsOf(schema, known);
  return fields.length === 0 ? fc.constant("{}") : fc.tuple(...fields).map((pairs) => `{${pairs.join()}}`);
}

const fieldsOf = ({ properties = {} }: Schema, known: Known): fc.Arbitrary<string>[] =>
  Object.entries(properties).map(([name, schema]) => fitting(schema, known, name).map((json) => pair(name, json)));

const pair = (name: string, json: string) => `${JSON.stringify(name)}:${json}`;

/** One defect: wrong type, missing, duplicate or unknown field. */
export function spoilt(schema: Schema, known: Known): fc.Arbitrary<string> {
  const one = (schema.anyOf ?? [schema])[0] ?? {};
  const names = Object.keys(one.properties ?? {});
  const fields = fieldsOf(one, known);
  if (names.length === 0) return hostileJson;
  const place = fc.nat({ max: names.length - 1 });
  const extra = fc.constantFrom(
    "__proto__",
    "constructor",
    "user_id",
    "is_admin",
    "role",
    "status",
    "id",
    "reviewed_by",
  );
  return fc
    .tuple(fc.tuple(...fields), place, hostileJson, extra, fc.constantFrom("replace", "remove", "repeat", "add"))
    .map(([pairs, index, json, extraName, how]) => {
      const name = names[index] ?? "";
      const kept = pairs.filter((_, position) => how !== "remove" || position !== index);
      if (how === "replace") kept[index] = pair(name, json);
      if (how === "repeat") kept.push(pair(name, json));
      if (how === "add") kept.push(pair(extraName, json));
      return `{${kept.join()}}`;
    });
}

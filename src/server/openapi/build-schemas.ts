import { z } from "zod";
import { richTextSchema } from "#shared/content/rich-text.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
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

const sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const paragraph = "Software for accountants who close the books of small firms.";

/** The keys are names of fields; `null` means that an answer usually has none. */
export const valuesByName: Record<string, unknown> = {
  next_cursor: null,
  cursor: "WyIyMDI2LTExLTIzIl0",
  name: "Priya Shah",
  full_name: "Priya Shah",
  new_email: "priya@ledgerlight.example",
  email: "priya@ledgerlight.example",
  contact_email: "club@kindling.example",
  google_email: "priya@ledgerlight.example",
  password: "many-small-sticks",
  current_password: "many-small-sticks",
  new_password: "lanterns on the pier",
  code: "123456",
  totp: "123456",
  token: "kX3vJt0aQm8sYw5bHc2dLp",
  access_token: "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk5In0.c2lnbmF0dXJl",
  refresh_token: "kX3vJt0aQm8sYw5bHc2dLp",
  position: "Founder",
  company: "Ledgerlight",
  company_name: "Alder Analytics",
  deal_name: "Alder Analytics, seed",
  round_name: "Seed",
  location: "London",
  country: "GB",
  place: "Leeds",
  deals_per_year: "8",
  weeks_to_close_for_founders: "8",
  bio: paragraph,
  services_offered: "A second pair of eyes on a set of accounts.",
  expertise: "Accounting",
  sector: "Software",
  one_line: paragraph,
  description: paragraph,
  title: "Autumn evening",
  slug: "autumn-evening",
  time: "18:30–20:30",
  reason: "Asked for by the member.",
  question: "Why did the two practices leave?",
  answer: "They merged with a firm that has software of its own.",
  company_number: "12345678",
  website: "https://ledgerlight.example/",
  linkedin_url: "https://www.linkedin.com/in/priya-shah",
  website_url: "https://ledgerlight.example/",
  profile_image_url: "https://ledgerlight.example/priya.webp",
  url: "https://kindling.example/",
  href: "https://kindling.example/",
  join_url: "https://meet.example/alder",
  price: "1.25",
  issue_price: "1.25",
  share_class: "Ordinary",
  quarter: "2026-Q3",
  bank: "Bank of the North",
  account_name: "Alder Analytics Ltd",
  sort_code: "12-34-56",
  account_number: "12345678",
  reference: "ALDER-0042",
  sha256,
  page_sha256: sha256,
  input_sha256: sha256,
  ledger_sha256: sha256,
  media_type: "application/pdf",
  file_name: "deck.pdf",
  version_label: "2026-1",
  limit: 24,
  count: 12,
  shares: 4000,
  new_shares: 10,
  old_shares: 1,
  date_of_birth: "1984-03-17",
  device: "Firefox on Linux",
  tier: "premium",
  on: "2026-11-23",
  as_of: "2026-11-23",
  day: "2026-11-23",
  since: "2026-11-23",
  held_since: "2026-11-23",
  until: "2027-02-01",
  ends_at: "2026-11-23T20:30:00.000Z",
  priority_until: "2026-11-30T18:30:00.000Z",
  closes_at: "2026-12-14T18:30:00.000Z",
  completion_expected_on: "2027-01-29",
};

const webAddress = "https://kindling.example/";
const richText = {
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: paragraph }] }],
};

export const wholeExamples: Record<string, unknown> = {
  RichTextDocument: richText,
  VersionInput: { checklist: checklistItems },
};

/** Fields that have to agree with others of their schema. */
export const corrections: Record<string, Record<string, unknown>> = {
  InterestInput: { level: "likely", reason: null },
  InvestorRecordUpdate: { country: "GB" },
  NewTerms: { use_of_funds: [{ what: "Two engineers", percent: 100 }] },
  StatementFormInput: {
    content: {
      title: "Statement for a high-net-worth investor",
      blocks: [{ style: "paragraph", runs: [{ text: "I make this statement.", is_bold: true }] }],
      conditions: [
        {
          key: "income",
          runs: [{ text: "I had an annual income of this amount.", is_bold: false }],
          fields: [{ key: "amount", label: "Income, in pounds", least: 100_000, nearest: 10_000 }],
        },
      ],
      none_text: "None of these apply to me.",
      declarations: [{ key: "risk", runs: [{ text: "I can lose all that I invest.", is_bold: false }] }],
    },
  },
  TypedHoldingInput: { cost_pence: 500_000 },
  TypedHoldingUpdate: { cost_pence: 500_000 },
  PublicSettings: {
    links: { linkedin: webAddress, founder_enquiry: webAddress, booking: webAddress, ai_search: webAddress },
    nominee: {
      name: "Sample Nominee Services Ltd",
      company_number: "00000000",
      address: ["2 Sample Street", "London"],
    },
    price_ages: { fresh: 6, ageing: 12, stale: 24 },
    plans: [],
  },
};

import { describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import type { JsonSchema } from "#server/openapi/build-schemas.ts";
import { describeApi } from "#server/openapi/describe-api.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { alderTerms } from "./support/alder-terms.ts";
import { buildHeldCompany } from "./support/build-company-update.ts";
import { setDeals } from "./support/set-deals.ts";
import { type Call, openTestApp } from "./support/test-app.ts";

/** A Wednesday; the day after it and the day before it are asked for. */
const now = new Date("2029-11-14T12:00:00Z");
const [yesterday, tomorrow] = ["2029-11-13", "2029-11-15"];

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await setDeals(club.db);
const admin = await club.as(await buildAdmin(club.db));
const holder = await buildInvestor(club.db, { signed_at: new Date("2029-10-10T10:00:00Z") });
const member = await club.as(holder);
const company = await buildHeldCompany(club.db, { records: [holder.record_id] });
const deal = await buildDeal(club.db, { state: "preparing" });
const holding = {
  company_name: "Quill Baths",
  shares: 100,
  share_class: "Ordinary",
  price: "1.00",
  cost_pence: 10_000,
  issued_on: "2028-01-10",
  scheme: "EIS",
};
const typed = await member("POST", "/api/portfolio/me/typed/holdings", { ...holding, scheme: null });
const typedCompany: string = typed.body.company_id;
const lot = await club.db
  .selectFrom("holdings")
  .select("id")
  .where("company_id", "=", company.id)
  .executeTakeFirstOrThrow();

interface Field {
  by: Call;
  send: (day: string) => [method: string, path: string, body?: object | Uint8Array, headers?: Record<string, string>];
  /** The path is that of the error; the field itself by default. */
  path?: string;
}

const enquiry = { name: "Tern Optics", founders: [{ name: "Ada Finch" }], round_name: "Seed" };
const terms = (change: object) => ["POST", `/deals/${deal.id}/terms`, { ...alderTerms, ...change }] as const;
const pdf = new TextEncoder().encode("%PDF-1.7\n");

/** These days are in the past: tomorrow is refused at its field. */
const past: Record<string, Field> = {
  "POST /deals enquired_on": {
    by: admin,
    send: (enquired_on) => ["POST", "/deals", { company_id: company.id, name: "Second round", enquired_on }],
  },
  "POST /deals/enquiries enquired_on": {
    by: admin,
    send: (enquired_on) => ["POST", "/deals/enquiries", { ...enquiry, enquired_on }],
  },
  "POST /deals/{id}/terms assurance_on": { by: admin, send: (assurance_on) => [...terms({ assurance_on })] },
  "POST /deals/{id}/papers ?dated_on": {
    by: admin,
    send: (day) => [
      "POST",
      `/deals/${deal.id}/papers?kind=board_minutes&file_name=a.pdf&dated_on=${day}`,
      pdf,
      { "content-type": "application/pdf" },
    ],
    path: "dated_on",
  },
  "GET /portfolio/me ?on": { by: member, send: (day) => ["GET", `/portfolio/me?on=${day}`], path: "on" },
  "GET /portfolio/me/companies/{id} ?on": {
    by: member,
    send: (day) => ["GET", `/portfolio/me/companies/${company.id}?on=${day}`],
    path: "on",
  },
  "POST /portfolio/me/reliefs claimed_on": {
    by: member,
    send: (claimed_on) => ["POST", "/portfolio/me/reliefs", { lot_id: lot.id, kind: "income", claimed_on, pence: 1 }],
  },
  "POST /portfolio/me/typed/holdings issued_on": {
    by: member,
    send: (issued_on) => ["POST", "/portfolio/me/typed/holdings", { ...holding, issued_on }],
  },
  "POST /portfolio/me/typed/holdings certificate_on": {
    by: member,
    send: (certificate_on) => ["POST", "/portfolio/me/typed/holdings", { ...holding, certificate_on }],
  },
  "POST /portfolio/me/typed/companies/{id}/sales sold_on": {
    by: member,
    send: (sold_on) => [
      "POST",
      `/portfolio/me/typed/companies/${typedCompany}/sales`,
      { sold_on, shares: 1, gross_pence: 100 },
    ],
  },
  "POST /portfolio/me/typed/companies/{id}/prices as_of": {
    by: member,
    send: (as_of) => ["POST", `/portfolio/me/typed/companies/${typedCompany}/prices`, { as_of, price: "2" }],
  },
  "POST /companies/{id}/valuations as_of": {
    by: admin,
    send: (as_of) => ["POST", `/companies/${company.id}/valuations`, { basis: "nil", as_of, source: "A filing." }],
  },
  "POST /companies/{id}/share-actions effective_on": {
    by: admin,
    send: (effective_on) => [
      "POST",
      `/companies/${company.id}/share-actions`,
      { effective_on, new_shares: 10, old_shares: 1, source: "A filing." },
    ],
  },
};

/** These days are in the future: yesterday is refused at its field. */
const future: Record<string, Field> = {
  "POST /deals/{id}/terms completion_expected_on": {
    by: admin,
    send: (completion_expected_on) => [
      ...terms({
        opens_at: "2029-10-01T10:00:00.000Z",
        priority_until: "2029-10-02T10:00:00.000Z",
        closes_at: "2029-10-03T10:00:00.000Z",
        completion_expected_on,
      }),
    ],
  },
  "POST /deals/{id}/transitions until": {
    by: admin,
    send: (until) => [
      "POST",
      `/deals/${deal.id}/transitions`,
      { to: "parked", reason: "They wait.", until, expected_version: version },
    ],
  },
};

/** Tested where what they need is built, with the same refusal. */
const elsewhere: Record<string, string> = {
  "PUT /investor-records/me date_of_birth": "investor-records.test.ts",
  "POST /deals/{id}/calls starts_at": "calls.test.ts",
  "POST /deals/{id}/calls ends_at": "after the start: calls.test.ts",
  "PUT /deals/{id}/calls/{call_id} starts_at": "calls.test.ts",
  "PUT /deals/{id}/calls/{call_id} ends_at": "after the start: calls.test.ts",
  "POST /deals/{id}/closing-announcements closes_at": "a day ahead: announce-closing.test.ts",
  "GET /deals/{id}/completion ?issued_on": "an item that is not met: completion.test.ts",
  "POST /deals/{id}/completion issued_on": "an item that is not met: completion.test.ts",
  "POST /deals/{id}/relief-steps happened_on": "relief.test.ts",
  "POST /relief-certificates/{id}/match issued_on": "the day of issue of the shares: relief.test.ts",
  "POST /portfolio/me/reliefs lost_on": "the day of one of its losses: claims.test.ts",
  "POST /companies/{id}/exits happened_on": "exits.test.ts",
  "POST /companies/{id}/exits/preview happened_on": "exits.test.ts",
  "POST /exits/{id}/outside-payment paid_on": "imports.test.ts",
  "POST /content/{id}/publish at": "content.test.ts",
  "POST /messages/{id}/schedule send_at": "messages.test.ts",
  "POST /adviser-links/read on": "as for the owner: advisers.test.ts",
  "PUT /portfolio/me/typed/holdings/{id} issued_on": "as for a new one",
  "PUT /portfolio/me/typed/holdings/{id} certificate_on": "as for a new one",
};

/** Days that may be past and to come. */
const either = [
  "POST /people/tiers from",
  "POST /people/tiers until",
  "PUT /people/{user_id}/tier from",
  "PUT /people/{user_id}/tier until",
  "POST /statement-forms/versions valid_from",
  "POST /statement-forms/versions valid_until",
  // Terms of a deal that is open are corrected by a version that keeps its days.
  "POST /deals/{id}/terms opens_at",
  "POST /deals/{id}/terms priority_until",
  "POST /deals/{id}/terms closes_at",
  // Answers end at once by a time that is past.
  "PUT /event-places/{id} answer_until",
  // What was read, for optimistic locking.
  "POST /member-profile-submissions/{id}/approve submitted_at",
  "POST /member-profile-submissions/{id}/reject submitted_at",
];

/** Refused for a reason of their own, which is nearer. */
const tooEarly: Record<string, string> = {
  "POST /portfolio/me/typed/holdings certificate_on": "The certificate cannot have come before 10 January 2028",
};

let version = "";

const words = { past: "Choose today or an earlier day", future: "Choose today or a later day" };

async function refusalOf({ by, send, path }: Field, name: string, day: string) {
  const deals = club.db.selectFrom("deals").select("updated_at").where("id", "=", deal.id);
  version = (await deals.executeTakeFirstOrThrow()).updated_at.toISOString();
  const [method, at, body, headers] = send(day);
  const answer = await by(method, `/api${at}`, body as object, headers);
  const field = path ?? name.split(" ").at(-1) ?? "";
  const errors: { path: string; message: string }[] = answer.body?.errors ?? [];
  return { status: answer.status, message: errors.find((error) => error.path === field)?.message };
}

describe("A day that somebody types", () => {
  it.each(Object.entries(past))("The day of %s is refused at its field while it is to come", async (name, field) => {
    expect(await refusalOf(field, name, tomorrow)).toEqual({ status: 422, message: words.past });
    expect((await refusalOf(field, name, yesterday)).message).toBeUndefined();
  });

  it.each(Object.entries(past).filter(([name]) => !name.startsWith("GET ")))(
    "The day of %s is refused at its field where its year cannot be right",
    async (name, field) => {
      const { status, message } = await refusalOf(field, name, "1949-12-31");
      expect([status, message]).toEqual([422, tooEarly[name] ?? "Please check the year"]);
    },
  );

  it.each(Object.entries(future))("The day of %s is refused at its field once it is past", async (name, field) => {
    expect(await refusalOf(field, name, yesterday)).toEqual({ status: 422, message: words.future });
    expect((await refusalOf(field, name, tomorrow)).message).toBeUndefined();
  });

  it("Every day that the API takes is one of those listed here", () => {
    const known = [past, future, elsewhere].flatMap((table) => Object.keys(table)).concat(either);
    expect(typedDays().toSorted()).toEqual(known.toSorted());
  });

  it("A wrong day of an enquiry in a list is refused in its row", async () => {
    const items = [{ ...enquiry, name: "Crane Lifts", enquired_on: tomorrow }];
    const { body } = await admin("POST", "/api/deals/enquiries/import", { items });
    expect(body).toMatchObject({ added: 0, items: [{ result: "refused", message: `Enquired on: ${words.past}` }] });
    const early = [{ ...enquiry, name: "Crane Lifts", enquired_on: "1926-11-20" }];
    expect((await admin("POST", "/api/deals/enquiries/import", { items: early })).body.items).toMatchObject([
      { result: "refused", message: "Enquired on: Please check the year" },
    ]);
  });
});

interface Described {
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** By operation and field, of every query and JSON body; versions for optimistic locking are left out. */
function typedDays(): string[] {
  const { paths, components } = describeApi(createApi(), { appUrl: "https://club.example" });
  const inSchema = (schema: JsonSchema, name: string, seen: readonly string[]): string[] => {
    const component = schema.$ref?.split("/").at(-1);
    if (component !== undefined) {
      const described = components.schemas[component];
      return described && !seen.includes(component) ? inSchema(described, name, [...seen, component]) : [];
    }
    const { format, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema as Described;
    const own = format === "date" || format === "date-time" ? [name] : [];
    return [
      ...own,
      ...Object.entries(properties).flatMap(([key, each]) => inSchema(each, `${name} ${key}`, seen)),
      ...[items ?? [], anyOf, oneOf, allOf].flat().flatMap((each) => inSchema(each, name, seen)),
    ];
  };
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const operation = `${method.toUpperCase()} ${path}`;
      const body = requestBody?.content["application/json"]?.schema;
      return [
        ...parameters.flatMap(({ name, schema }) => inSchema(schema, `${operation} ?${name}`, [])),
        ...(body ? inSchema(body, operation, []) : []),
      ];
    }),
  );
  return [...new Set(found)].filter((name) => !name.endsWith(" expected_version"));
}

const record = {
  legal_name: "Jonas Weber",
  date_of_birth: null,
  address: null,
  country: null,
  is_uk_taxpayer: null,
  bank_account_name: null,
};

it("A moment of year 0, which PostgreSQL does not have, is refused", async () => {
  const sent = { ...record, expected_version: "0000-01-01T00:00:00Z" };
  expect((await member("PUT", "/api/investor-records/me", sent)).status).toBe(422);
  expect((await member("PUT", "/api/investor-records/me", { ...sent, expected_version: null })).status).not.toBe(422);
});

it("A list in place of terms is refused", async () => {
  expect((await admin("POST", `/api/deals/${deal.id}/terms`, [""])).status).toBe(422);
});

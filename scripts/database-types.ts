import { Client } from "pg";
import { commitmentBands } from "#shared/commitments/commitment-messages.ts";
import { dealStates } from "#shared/deals/deal-messages.ts";
import { documentRefusals } from "#shared/deals/deal-room.ts";
import { exitStates } from "#shared/funds/funds-exits-messages.ts";
import { matchKinds } from "#shared/funds/funds-messages.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { webhookEventTypes } from "#shared/webhooks/webhook-events.ts";
import { type DatabaseAddress, pgOptions } from "../src/server/platform/db/database-address.ts";
import { readRights } from "../src/server/platform/db/rights.ts";
import { type Catalogue, type ColumnFacts, type Procedure, readViewColumns } from "./view-columns.ts";

export const databaseTypesFile = "src/server/platform/db/database.generated.ts";
export const expectedRightsFile = "src/server/platform/db/rights.generated.ts";

/** Columns of views that are never null for a reason that the catalogue does not know. */
const neverNull: Record<string, readonly string[]> = {
  closing_members: ["is_asked", "is_nudgeable", "is_release_waiting"],
  closing_sums: [
    "difference_pence",
    "is_wire_ready",
    "is_wire_sound",
    "payable_pence",
    "uncalled_cost_pence",
    "uncalled_fee_pence",
  ],
  deal_ledger: ["bank_on", "entries"],
  deal_room: ["bytes", "media_type", "sha256"],
  exit_list: [
    "costs_pence",
    "gross_pence",
    "has_later",
    "has_money",
    "is_own",
    "paid_pence",
    "shares",
    "to_approve",
    "to_propose",
  ],
  held_companies: ["place"],
  open_deals: ["released_at"],
  own_allocations: ["base_shares", "confirmed_at", "priority_shares", "rest_shares"],
  own_commitments: ["deal_name", "record_id"],
  own_exit_lines: ["confirmed_at", "in_effect_at"],
  own_papers: ["bytes", "sha256"],
  paper_list: ["bytes", "sha256"],
  published_content: ["first_published_at", "published_at"],
  relief_members: ["deal_id"],
};

/** Strings that a column can hold where no check of its table says so. */
const values: Record<string, readonly string[]> = {
  "allocation_lines.band": commitmentBands,
  "allocation_lines.tier": tiers,
  "allocation_list.state": ["draft", "final"],
  "bank_match_list.kind": matchKinds,
  "deal_documents.refusal": documentRefusals,
  "deal_moves.from_state": dealStates,
  "deal_moves.to_state": dealStates,
  "deal_terms.priority_tiers": tiers,
  "exits.state": exitStates,
  "holding_import_list.obstacle": ["exited", "paid_out"],
  "holding_imports.state": ["proposed", "confirmed", "refused", "undone"],
  "membership_requests.role": ["member"],
  "open_deals.state": ["released", "closing"],
  "webhook_deliveries.event_type": webhookEventTypes,
  "webhook_endpoints.events": webhookEventTypes,
};

const header = `// Written by \`npm run database-types\` from the schema.

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;
`;

/** The types are as `connect.ts` parses them; all others are strings. */
const types: Record<string, string> = {
  bool: "boolean",
  bytea: "Buffer",
  int4: "number",
  int8: "Int8",
  jsonb: "Json",
  numeric: "Numeric",
  timestamptz: "Timestamp",
};

interface Column extends ColumnFacts {
  name: string;
  type: string;
  hasDefault: boolean;
}

export async function databaseTypes(address: DatabaseAddress): Promise<string> {
  const relations = await readRelations(address);
  const interfaces = relations.map(
    ({ name, columns }) =>
      `export interface ${typeName(name)} {\n${columns.map((each) => `  ${each.name}: ${typeOf(each)};\n`).join("")}}\n`,
  );
  const members = relations.map(({ name }) => `  ${name.includes(".") ? `"${name}"` : name}: ${typeName(name)};\n`);
  return [header, ...interfaces, `export interface DB {\n${members.join("")}}\n`].join("\n");
}

const typeName = (name: string): string =>
  name.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());

function typeOf({ type, values, isNullable, hasDefault }: Column): string {
  const isArray = type.startsWith("_");
  const element =
    values?.map((value) => JSON.stringify(value)).join(" | ") ?? types[type.replace(/^_/, "")] ?? "string";
  const some = isArray ? `${values ? `(${element})` : element}[]` : element;
  const whole = isNullable ? `${some} | null` : some;
  return hasDefault ? `Generated<${whole}>` : whole;
}

interface Relation {
  oid: number;
  name: string;
  rule: string | null;
  checks: string[];
  columns: (Column & { place: number })[];
}

async function readRelations(address: DatabaseAddress): Promise<Relation[]> {
  const client = new Client(pgOptions(address));
  await client.connect();
  try {
    const { rows: relations } = await client.query<Relation>(`
      select c.oid, case nspname when 'public' then '' else nspname || '.' end || relname as name,
             (select ev_action::text from pg_rewrite where ev_class = c.oid) as rule,
             array(select pg_get_constraintdef(k.oid) from pg_constraint k
                    where k.conrelid = c.oid and k.contype = 'c' and cardinality(k.conkey) = 1) as checks,
             (select json_agg(json_build_object('place', attnum, 'name', attname, 'type', typname,
                      'isNullable', not attnotnull, 'hasDefault', atthasdef or attidentity <> '') order by attname collate "C")
                from pg_attribute a join pg_type t on t.oid = atttypid
               where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
        from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname in ('public', 'auth') and relkind in ('r', 'v')
       order by case nspname when 'auth' then nspname else '' end || replace(relname, '_', '') collate "C"`);
    const { rows: procedures } = await client.query<Procedure & { oid: number }>(`
      select oid, proname as name, proisstrict as "isStrict", pronamespace = 'pg_catalog'::regnamespace as "isBuiltin",
             prorettype = 'bool'::regtype as "isCondition" from pg_proc`);
    return withFacts(relations, new Map(procedures.map((each) => [each.oid, each])));
  } finally {
    await client.end();
  }
}

function withFacts(relations: Relation[], procedures: Map<number, Procedure>): Relation[] {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const ofViews = new Map<Relation, ColumnFacts[]>();
  const factsOf = (relation: Relation, column: Relation["columns"][number]): ColumnFacts => {
    const name = `${relation.name}.${column.name}`;
    if (relation.rule && !ofViews.has(relation)) ofViews.set(relation, readViewColumns(relation.rule, catalogue));
    const ofView = ofViews.get(relation)?.[column.place - 1];
    return {
      isNullable: (ofView ?? column).isNullable && !neverNull[relation.name]?.includes(column.name),
      values: values[name] ?? (ofView ? ofView.values : checkedValues(column.name, relation.checks)),
    };
  };
  const catalogue: Catalogue = {
    procedure: (oid) => procedures.get(oid),
    columnOf: (oid, place) => {
      const relation = byOid.get(oid);
      const column = relation?.columns.find((each) => each.place === place);
      return relation && column && factsOf(relation, column);
    },
  };
  return relations.map((relation) => ({
    ...relation,
    columns: relation.columns.map((column) => ({ ...column, ...factsOf(relation, column) })),
  }));
}

/** From `check (column in ('a', 'b'))`. */
function checkedValues(column: string, checks: readonly string[]): string[] | undefined {
  for (const check of checks) {
    const [, name, list] = check.match(/^CHECK \(\((\w+) = ANY \(ARRAY\[('[^\]]*)\]\)\)\)$/) ?? [];
    if (name === column) return list?.split(", ").map((value) => value.replace(/^'|'::text$/g, ""));
  }
  return undefined;
}

export async function expectedRightsText(address: DatabaseAddress): Promise<string> {
  const client = new Client(pgOptions(address));
  await client.connect();
  try {
    const lines = await readRights(async (query) =>
      (await client.query<{ line: string }>(query)).rows.map(({ line }) => line),
    );
    return `// Written by \`npm run database-types\` from the schema.\nexport const expectedRights: readonly string[] = ${JSON.stringify(lines, null, 2).replace(/\n\]$/, ",\n]")};\n`;
  } finally {
    await client.end();
  }
}

import { CompiledQuery, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createAsActor } from "#server/create-context.ts";
import { buildAdmin, buildInvitation, buildMember, buildPerson } from "#server/sample/builders.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { templateDatabase } from "#tests/support/test-cluster.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { readRights } from "./read-rights.ts";

const heading = `Who may do what in the database, as its catalogue and calls of its functions tell.
Written by \`npx vitest run tests/rights -u\`; a change is reviewed line by line.`;

const nothing = "01900000-0000-7000-8000-000000000000";

const database = await openTestDatabase();
await buildAdmin(database.db);
await buildInvitation(database.db);
const rejected = await buildPerson(database.db, { status: "rejected" });
const member = await buildMember(database.db);
const callers = { visitor: null, rejected: rejected.id, member: member.id };

describe("The rights of the database", () => {
  it("The rights of the database are the reviewed ones", async () => {
    const rights = { ...(await readRights(database.db, templateDatabase)), ...(await callEachFunction()) };
    const sections = Object.entries(rights).map(([title, lines]) => [`# ${title}`, ...lines].join("\n"));
    await expect(`${[heading, ...sections].join("\n\n")}\n`).toMatchFileSnapshot("rights.txt");
  });
  it("Every table of public has row-level security", async () => {
    expect(
      await names(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([]);
  });
  it("Every function whose body is read when it is called has a fixed search path, so that nobody can shadow a table", async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
          and prosqlbody is null and not coalesce('search_path=pg_catalog' = any (proconfig), false)`),
    ).toEqual([]);
  });
  it("PUBLIC may call no function outside of the extensions, which no request role may use", async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name
        from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
       where a.grantee = 0 and p.pronamespace::regnamespace::text !~ '^(pg_catalog|information_schema|extensions)$'`),
    ).toEqual([]);
  });
  it("Request roles may use no schema but public, and create nothing there", async () => {
    expect(
      await names(`select concat(role, ' ', verb, ' ', nspname) as name
        from pg_namespace, unnest(array['club_visitor', 'club_member']) role, unnest(array['usage', 'create']) verb
       where nspname !~ '^(pg_|information_schema)' and has_schema_privilege(role, oid, verb) order by 1`),
    ).toEqual(["club_member usage public", "club_visitor usage public"]);
  });
  it("Every view that request roles may read has a security barrier", async () => {
    expect(
      await names(`select relname as name from pg_class c, unnest(array['club_visitor', 'club_member']) role
       where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace and has_any_column_privilege(role, c.oid, 'select')
         and not coalesce(reloptions && array['security_barrier=true', 'security_invoker=true'], false)`),
    ).toEqual([]);
  });
});

const names = async (query: string) =>
  (await database.db.executeQuery<{ name: string }>(CompiledQuery.raw(query))).rows.map(({ name }) => name);

/** Calls every function that a request role may call, as each kind of person, and tells how it ended. */
async function callEachFunction(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; call: string; visitor: boolean; member: boolean }>`
    select p.oid::regprocedure::text as name,
           format('%s(%s)', p.oid::regproc, (
             select string_agg(${exampleOf}, ', ' order by argument.place)
               from unnest(p.proargtypes) with ordinality as argument (type, place) join pg_type t on t.oid = argument.type)) as call,
           has_function_privilege('club_visitor', p.oid, 'execute') as visitor,
           has_function_privilege('club_member', p.oid, 'execute') as member
      from pg_proc p where pronamespace = 'public'::regnamespace order by p.oid::regprocedure::text collate "C"`.execute(
    database.db,
  );
  // A function with another signature would be called with the example again.
  const callable = rows.filter((row) => row.visitor || row.member);
  expect(Object.keys(calls).filter((name) => !callable.some((row) => row.name === name))).toEqual([]);
  const refusing: string[] = [];
  const open: string[] = [];
  for (const { name, call, visitor, member } of callable) {
    const ask = (who: keyof typeof callers) => outcomeOf(calls[name] ?? call, callers[who]);
    const rejected = member && (await ask("rejected"));
    const approved = member && (await ask("member"));
    const outcomes = { visitor: visitor && (await ask("visitor")), rejected, member: approved };
    const told = Object.entries(outcomes).flatMap(([who, outcome]) => (outcome ? [`${who} ${outcome}`] : []));
    (approved === "refused" ? refusing : open).push(`${name}: ${told.join(", ")}`);
  }
  return {
    "Functions that refuse a member, when called with ids of nothing": refusing,
    "Functions for members and visitors, when called with ids of nothing": open,
  };
}

/** Calls whose examples would be refused for what they say, not for who asks, and searches that would find everything. */
const calls: Record<string, string> = {
  "change_membership_standing(uuid,text,text)": `change_membership_standing('${nothing}', 'suspended', 'x')`,
  "find_directory_profiles(text,text,text,timestamp with time zone,uuid,integer)":
    "find_directory_profiles('', null, null, null, null, 9)",
  "find_invitations(text,text,timestamp with time zone,timestamp with time zone,uuid,integer)":
    "find_invitations('', null, now(), null, null, 9)",
  "find_invited(text,timestamp with time zone,uuid,integer)": "find_invited(null, null, null, 9)",
  "find_people(text,text,text,boolean,timestamp with time zone,uuid,integer)":
    "find_people(null, null, null, false, null, null, 9)",
};

/** SQL of a value of the type of an argument; strict functions would not run with a null. */
const exampleOf = sql`
  case when t.typcategory = 'A' then '''{}''' when t.typname = 'uuid' then '''${sql.raw(nothing)}'''
       when t.typname = 'jsonb' then '''[]''' when t.typcategory = 'N' then '1' when t.typcategory = 'B' then 'true'
       when t.typname in ('date', 'timestamptz') then '''2027-01-25''' when t.typname = 'interval' then '''1 day'''
       when t.typcategory = 'C' then 'null' else '''x''' end || '::' || format_type(t.oid, null)`;

const undo = new Error("undone");

/** Everything that the call did is rolled back. */
async function outcomeOf(call: string, userId: string | null): Promise<string> {
  let outcome = "";
  try {
    await createAsActor(database.db, noQueue)({ userId }, async (tx) => {
      const { rows } = await tx.executeQuery<{ answer: unknown }>(CompiledQuery.raw(`select ${call} as answer`));
      outcome = rows.some(({ answer }) => answer !== null && answer !== false) ? "answered" : "answered nothing";
      throw undo;
    });
  } catch (error) {
    if (error === undo) return outcome;
    const { code = "" } = error as { code?: string };
    if (code === "") throw error;
    return code === "42501" ? "refused" : `SQLSTATE ${code}`;
  }
  return outcome;
}

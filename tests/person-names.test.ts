import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();

it("Every list shows a person without a name by e-mail: no view selects the name alone", async () => {
  const { rows } = await sql<{ view: string; line: string }>`
    select v.relname as view, trim(line) as line
      from pg_class v, regexp_split_to_table(pg_get_viewdef(v.oid), '\n') as line
     where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace and v.relname <> 'audit_log'
       and (line ~ '^ +\w+\.full_name AS \w+,?$'
            or line ~ '^ +\w+\.full_name,?$' and pg_get_viewdef(v.oid) ~ '\mpeople \w+'
               and not exists (select from pg_attribute a where a.attrelid = v.oid and a.attname = 'email'))`.execute(
    club.db,
  );
  expect(rows).toEqual([]);
});

it("An admin without a name stands by e-mail on what they changed and made", async () => {
  const nameless = await buildAdmin(club.db, { full_name: "" });
  const call = await club.as(nameless);
  const links = { linkedin: null, founder_enquiry: null, booking: null, ai_search: null };
  const saved = await call("PUT", "/api/settings/links", { value: links, expected_revision: 0 });
  const history = await call("GET", "/api/settings/links/revisions");
  await call("POST", "/api/invitations", { email: "new@mail.example" });
  const invitations = await call("GET", "/api/invitations?q=new@mail");
  expect([
    saved.body.updated_by_name,
    history.body.items[0].created_by_name,
    invitations.body.items[0].created_by_name,
  ]).toEqual([nameless.email, nameless.email, nameless.email]);
});

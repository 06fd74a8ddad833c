import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestApp } from "#tests/support/test-app.ts";
import { isSimilarName } from "./similar-names.ts";

const { db } = await openTestApp();

/** The database asks nobody for money whose line can be theirs; TypeScript suggests whose a line is. */
async function isNameInDatabase(payer: string, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_name: boolean }>`
    select is_name_within(words_of_line(${name}, 'Alder Analytics'), words_of_line(${payer}, 'Alder Analytics')) is_name`.execute(
    db,
  );
  return rows[0]?.is_name;
}

it.each([
  ["B LINDQVIST", "Ben Lindqvist"],
  ["MR B LINDQVIST", "Ben Lindqvist"],
  ["LINDQVIST B ALDER ANALYTICS", "Ben Lindqvist"],
  ["J MUELLER", "Jörg Müller"],
  ["JOERG MULLER", "Jörg Müller"],
  ["JÖRG MÜLLER", "Joerg Mueller"],
  ["S SOERENSEN", "Søren Sørensen"],
  ["A AAGAARD", "Anders Ågård"],
  ["K STRASSER", "Käthe Straßer"],
  ["L WALESA", "Lech Wałęsa"],
  ["S OBRIEN", "Shaun O’Brien"],
  ["A THOMPSON REYES", "Alexandra Thompson-Reyes"],
])("The database and the suggestion both take %s for %s", async (payer, name) => {
  expect([await isNameInDatabase(payer, name), isSimilarName(payer, name)]).toEqual([true, true]);
});

it.each([
  ["J MILLER", "Jörg Müller"],
  ["KARIN AALTO", "Ben Lindqvist"],
  ["FASTER PAYMENT ALDER ANALYTICS", "Ben Lindqvist"],
])("Neither the database nor the suggestion takes %s for %s", async (payer, name) => {
  expect([await isNameInDatabase(payer, name), isSimilarName(payer, name)]).toEqual([false, false]);
});

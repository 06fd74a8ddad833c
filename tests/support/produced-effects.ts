import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import type { Database } from "#server/platform/db/connect.ts";
import type { Queue } from "#server/platform/db/types.ts";
import { auditKinds } from "#shared/audit/audit.ts";
import { mailRules } from "#shared/notices/notice-rules.ts";
import { noticeTexts } from "#shared/notices/notices.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds the file `effects` of all workers: a line for each effect, such as `audit signed_in`. */
    producedEffectsFolder: string;
  }
}

const registered = [
  ...auditKinds.map((kind) => `audit ${kind}`),
  ...Object.keys(mailRules).map((template) => `mail ${template}`),
  ...Object.keys(noticeTexts).map((kind) => `notice ${kind}`),
];

/**
 * Adds triggers that note each kind of audit row and notice that the application commits, so that rows count which a test
 * deletes later. Rows that a test inserts itself do not count: only the application's transactions set `app.now`.
 */
export async function watchEffects(db: Database): Promise<void> {
  await sql`
    create schema if not exists produced;
    create table if not exists produced.effects (effect text not null);
    create or replace function produced.note_kinds() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('app.now', true), '') <> '' then
        insert into produced.effects select distinct tg_argv[0] || ' ' || kind from inserted;
      end if;
      return null;
    end
    $$;
    create or replace trigger note_kinds after insert on audit_events
      referencing new table as inserted for each statement execute function produced.note_kinds('audit');
    create or replace trigger note_kinds after insert on notices
      referencing new table as inserted for each statement execute function produced.note_kinds('notice')`.execute(db);
}

/** Queues mails in `queue` and notes their templates. */
export function watchMails(queue: Queue): Queue {
  return {
    enqueueMail: async (tx, requests) => {
      await queue.enqueueMail(tx, requests);
      noteEffects(requests.map(({ template }) => `mail ${template}`));
    },
    schedule: queue.schedule,
  };
}

/** Collects what the triggers have noted; call before the database is dropped. */
export async function collectWatched(db: Database): Promise<void> {
  const { rows } = await sql<{ effect: string }>`select distinct effect from produced.effects`.execute(db);
  noteEffects(rows.map(({ effect }) => effect));
}

const noted = new Set<string>();

function noteEffects(effects: readonly string[]): void {
  const fresh = effects.filter((effect) => !noted.has(effect));
  if (fresh.length === 0) return;
  for (const effect of fresh) noted.add(effect);
  appendFileSync(join(inject("producedEffectsFolder"), "effects"), `${[...new Set(fresh)].join("\n")}\n`);
}

/** @returns a function for the end of the run that throws when a whole, passed run has left a registered effect unproduced. */
export function compareAtEnd(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "kindling-effects-"));
  const file = join(folder, "effects");
  writeFileSync(file, "");
  project.provide("producedEffectsFolder", folder);
  return async () => {
    const lines = readFileSync(file, "utf8").split("\n");
    rmSync(folder, { recursive: true, force: true });
    if (!(await isWholeAndPassed(project))) return;
    const wrong = effectsWithoutTest(registered, new Set(lines));
    if (wrong.length > 0) throw new Error(`tests/support/produced-effects.ts:\n${wrong.join("\n")}`);
  };
}

async function isWholeAndPassed(project: TestProject): Promise<boolean> {
  if (project.name !== "unit" || project.config.testNamePattern) return false;
  const { testFiles } = await project.globTestFiles();
  const run = project.vitest.state.getTestModules().filter((module) => module.project === project);
  return run.length === testFiles.length && run.every((module) => module.ok());
}

/** A sentence for each effect that no test has produced. */
export function effectsWithoutTest(effects: readonly string[], produced: ReadonlySet<string>): string[] {
  return effects.filter((effect) => !produced.has(effect)).map((effect) => `No test produces ${effect}.`);
}

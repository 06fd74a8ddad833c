import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { investorRecordMessages } from "#shared/investor-records/investor-record-messages.ts";
import { isUnder18 } from "#shared/investor-records/investor-records.ts";
import { londonDate } from "#shared/london-time.ts";
import { checkStatement, isCounted, type StatementProblem } from "#shared/statements/check-statement.ts";
import { renderSignedStatement, signedStatementLines } from "#shared/statements/signed-statement-lines.ts";
import { statementMessages as messages } from "#shared/statements/signed-statement-messages.ts";
import type { SignedLine, StatementInput } from "#shared/statements/signed-statements.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { listFormsInForce } from "./form-queries.ts";
import { findOwnPage, isLongMember, listOwnStatements } from "./queries.ts";

interface Client {
  ip_address: string;
  user_agent: string | null;
}

type Outcome =
  | { outcome: "live" | "in_review"; id: string }
  | { outcome: "declined" }
  | { outcome: "refused"; error: HttpError };

/** A try whose answers were counted is noted and committed too. @throws HttpError 409 for a form that counts no more, 422 that names the fields. */
export async function signStatement(caller: Caller, input: StatementInput, client: Client) {
  const { dependencies, actor } = caller;
  await dependencies.limits.statementsPerPerson.take(actor.userId ?? "");
  const signed = await dependencies.asActor(actor, (tx, effects) => trySigning(caller, { tx, effects }, input, client));
  if (signed.outcome === "refused") throw signed.error;
  return signed;
}

interface Writing {
  tx: Transaction<DB>;
  effects: Effects;
}

async function trySigning(
  caller: Caller,
  { tx, effects }: Writing,
  input: StatementInput,
  client: Client,
): Promise<Outcome> {
  const { dependencies, actor } = caller;
  const userId = actor.userId ?? "";
  const now = dependencies.now();
  const form = (await listFormsInForce(tx, londonDate(now))).find(({ id }) => id === input.form_version_id);
  if (form?.kind !== input.kind) return refused(new HttpError("form_replaced", messages.formReplaced));
  const record = await tx
    .selectFrom("investor_records")
    .select(["legal_name", "date_of_birth", "is_complete"])
    .where("user_id", "=", userId)
    // A second press waits for the first.
    .forUpdate()
    .executeTakeFirst();
  const problems = checkStatement(form.content, input, await findYoungNetwork(caller, tx));
  // Answers come before the record, which may be missing as long as nothing is signed.
  if (problems.some(isCounted)) {
    const isContradiction = problems.some(({ code }) => code === "contradiction");
    await noteAttempt(tx, isContradiction ? "contradiction" : "refused");
    return refused(errorOf(problems));
  }
  if (input.none_apply && problems.length === 0) {
    await noteAttempt(tx, "declined");
    effects.audit("statement_declined", userId, { kind: input.kind });
    return { outcome: "declined" };
  }
  if (!record?.is_complete || !record.legal_name || !record.date_of_birth)
    return refused(new HttpError("record_incomplete", messages.recordIncomplete, { status: 422 }));
  if (record.legal_name !== input.legal_name)
    problems.push({ path: "legal_name", message: messages.nameChanged, code: "invalid_body" });
  if (isUnder18(record.date_of_birth, londonDate(now)))
    problems.push({ path: "date_of_birth", message: investorRecordMessages.tooYoung, code: "invalid_body" });
  if (problems.length > 0) return refused(errorOf(problems));

  const number = randomBytes(16).toString("hex");
  const lines = signedStatementLines({ form, input, signedAt: now, number });
  const pressed = await findSameJustSigned(caller, tx, lines);
  if (pressed) return pressed;
  const html = renderSignedStatement(lines);
  const id = await newId(tx);
  const { key_id, sealed } = dependencies.pageSeal.seal(id, { lines, html });
  const sha256 = createHash("sha256").update(html).digest("hex");
  const { rows } = await sql<{ outcome: "live" | "in_review" | null }>`
    select sign_statement(${id}, ${form.id}, ${sha256}, ${key_id}, ${sealed}, ${client.ip_address}, ${client.user_agent}) as outcome`.execute(
    tx,
  );
  const outcome = rows[0]?.outcome;
  if (!outcome) return refused(new HttpError("form_replaced", messages.formReplaced));
  effects.audit("statement_signed", id, { kind: form.kind, version: form.version_label, outcome });
  effects.mail("statement-signed", { user_id: userId, statement_id: id });
  return { outcome, id };
}

const refused = (error: HttpError) => ({ outcome: "refused", error }) as const;

const noteAttempt = (tx: Transaction<DB>, outcome: "refused" | "contradiction" | "declined") =>
  sql`select note_statement_attempt(${outcome})`.execute(tx);

function errorOf(problems: readonly StatementProblem[]): HttpError {
  const codes = new Set(problems.map(({ code }) => code));
  const [code = "invalid_body"] = codes;
  const errors = problems.map(({ path, message }) => ({ path, message }));
  const detail = problems.map(({ message }) => message).join("; ");
  return new HttpError(codes.size === 1 ? code : "invalid_body", detail, { status: 422, errors });
}

/** This club is a network too, for those who have been in it for more than six months. @returns its name to all others. */
export async function findYoungNetwork({ dependencies, actor }: Caller, db: Kysely<DB>): Promise<string | null> {
  if (await isLongMember(db, actor.userId ?? "", dependencies.now())) return null;
  return (await dependencies.readClub()).identity.name;
}

const secondPressMs = 60_000;

/** The same answers, signed a moment ago and not withdrawn: somebody pressed twice. */
async function findSameJustSigned({ dependencies, actor }: Caller, tx: Transaction<DB>, lines: readonly SignedLine[]) {
  const signedAfter = new Date(dependencies.now().getTime() - secondPressMs);
  for (const { id, state, signed_at } of await listOwnStatements(tx, actor.userId ?? "")) {
    if (signed_at < signedAfter) break;
    if (state !== "live" && state !== "in_review") continue;
    const page = await findOwnPage(tx, id);
    const before = page && dependencies.pageSeal.open(id, page);
    if (before && answersOf(before.lines) === answersOf(lines)) return { outcome: state, id } as const;
  }
  return undefined;
}

/** Without the time and the number, which no two pages share. */
const answersOf = (lines: readonly SignedLine[]): string =>
  JSON.stringify(lines.filter(({ runs: [run] }) => !/^(Signed on|Number:) /.test(run?.text ?? "")));

async function newId(tx: Transaction<DB>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select app_uuid_v7() as id`.execute(tx);
  return rows[0]?.id ?? "";
}

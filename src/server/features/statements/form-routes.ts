import type { Kysely } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { reasonInputSchema } from "#shared/people/people.ts";
import { statementFormMessages as messages } from "#shared/statements/statement-messages.ts";
import {
  type StatementFormInput,
  type StatementFormVersion,
  statementFormInputSchema,
  statementFormsSchema,
  statementFormVersionListSchema,
  statementFormVersionSchema,
} from "#shared/statements/statements.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import type { Policy } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import {
  type FormVersionRow,
  findFormVersion,
  listFormsInForce,
  listFormVersions,
  listSignersOf,
  signOffForm,
  withdrawForm,
} from "./form-queries.ts";
import { renderInstalledForm, statementFormHash } from "./statement-form-hash.ts";

interface Row {
  author_id: string | null;
  /** Its author is the only admin and has waited. */
  is_left_to_author: boolean;
  signed_off_at: Date | null;
  withdrawn_at: Date | null;
}

export const statementFormPolicy: Policy<Row, keyof StatementFormVersion["can"]> = (actor, form) => ({
  sign_off:
    actor.isAdmin &&
    form.signed_off_at === null &&
    form.withdrawn_at === null &&
    (form.author_id !== actor.userId || form.is_left_to_author),
  withdraw: actor.isAdmin && form.withdrawn_at === null,
});

const route = routesOf("Statements");

const list = route("get", "/statement-forms", {
  name: "listStatementForms",
  summary: "The forms that can be signed today, at most one of each kind",
  audience: "member",
  answer: statementFormsSchema,
});

const listVersions = route("get", "/statement-forms/versions", {
  name: "listStatementFormVersions",
  summary: "Every version of the forms",
  audience: "admin",
  query: pageQuerySchema,
  answer: statementFormVersionListSchema,
});

const install = route("post", "/statement-forms/versions", {
  name: "installStatementForm",
  summary: "Install a version of a form, which another admin signs off",
  audience: "admin",
  body: statementFormInputSchema,
  status: 201,
  answer: statementFormVersionSchema,
  refuses: ["not_found", "version_exists"],
});

const getOne = route("get", "/statement-forms/versions/{id}", {
  name: "getStatementFormVersion",
  summary: "A version of a form",
  audience: "admin",
  params: idParameter,
  answer: statementFormVersionSchema,
});

const signOff = route("post", "/statement-forms/{id}/sign-off", {
  name: "signOffStatementForm",
  summary: "Sign off a version that another admin installed",
  audience: "admin",
  params: idParameter,
  answer: statementFormVersionSchema,
  refuses: ["second_person_required", "statement_form_closed"],
});

const withdraw = route("post", "/statement-forms/{id}/withdraw", {
  name: "withdrawStatementForm",
  summary: "Withdraw a version: from now on nobody signs it",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: statementFormVersionSchema,
  refuses: ["statement_form_closed"],
});

export const statementFormRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const items = await listFormsInForce(dependencies.readAs(actor), londonDate(dependencies.now()));
    return c.json({ items }, 200);
  })
  .openapi(listVersions, async (c) => {
    const { dependencies, actor } = c.var;
    const today = londonDate(dependencies.now());
    const { items, next_cursor } = await listFormVersions(dependencies.readAs(actor), c.req.valid("query"), today);
    return c.json({ items: items.map((form) => versionOf(actor, form)), next_cursor }, 200);
  })
  .openapi(getOne, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getVersion(dependencies.readAs(actor), c.var, c.req.valid("param").id), 200);
  })
  .openapi(install, async (c) => c.json(await installForm(c.var, c.req.valid("json")), 201))
  .openapi(signOff, async (c) => c.json(await signOffVersion(c.var, c.req.valid("param").id), 200))
  .openapi(withdraw, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await withdrawVersion(c.var, c.req.valid("param").id, reason), 200);
  });

function versionOf(actor: Caller["actor"], form: FormVersionRow) {
  const { author_id: _author, is_left_to_author: _left, ...version } = form;
  return { ...version, rendering: renderInstalledForm(form), can: statementFormPolicy(actor, form) };
}

async function getVersion(db: Kysely<DB>, { dependencies, actor }: Caller, id: string) {
  const form = await findFormVersion(db, id, londonDate(dependencies.now()));
  if (!form) throw notFound("statement form");
  return versionOf(actor, form);
}

async function installForm(caller: Caller, input: StatementFormInput) {
  const { dependencies, actor } = caller;
  const sha256 = statementFormHash({ ...input, is_sample: false });
  try {
    return await dependencies.asActor(actor, async (tx, effects) => {
      const { id } = await tx
        .insertInto("statement_forms")
        .values({ ...input, content: JSON.stringify(input.content), sha256, author_id: actor.userId })
        .returning("id")
        .executeTakeFirstOrThrow();
      effects.audit("statement_form_installed", id, { kind: input.kind, version: input.version_label, sha256 });
      return getVersion(tx, caller, id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError("version_exists", messages.versionExists);
    throw error;
  }
}

function signOffVersion(caller: Caller, id: string) {
  const { dependencies, actor } = caller;
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await signOffForm(tx, id);
    const version = await getVersion(tx, caller, id);
    const { kind, version_label, sha256 } = version;
    const alone = outcome === "signed_off_alone" && { only_admin_waited_hours: 24 };
    effects.audit("statement_form_signed_off", id, { kind, version: version_label, sha256, ...alone });
    return version;
  });
}

function withdrawVersion(caller: Caller, id: string, reason: string) {
  const { dependencies, actor } = caller;
  return dependencies.asActor(actor, async (tx, effects) => {
    const signers = await listSignersOf(tx, id);
    const isDone = await withdrawForm(tx, id, reason);
    const version = await getVersion(tx, caller, id);
    if (!isDone) throw new HttpError("statement_form_closed", messages.isClosed);
    const { kind, version_label, sha256 } = version;
    effects.audit("statement_form_withdrawn", id, { kind, version: version_label, sha256 });
    for (const signer of signers) {
      effects.audit("statement_revoked", signer.id, { kind, is_form_withdrawn: true });
      if (!signer.user_id) continue;
      effects.mail("statement-decided", { user_id: signer.user_id, statement_id: signer.id });
      effects.notify(signer.user_id, "statement_revoked", signer.id);
    }
    return version;
  });
}

import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { passkeyMessages } from "#shared/account/passkey-messages.ts";
import type { PasskeyAssertion } from "#shared/account/passkeys.ts";
import { actMessages } from "#shared/acts/act-messages.ts";
import { actChallengeSchema, actSignatureInputSchema } from "#shared/acts/acts.ts";
import { checklistItems, checklistLabels } from "#shared/deals/deal-messages.ts";
import type { Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { consumeChallenge, countUse, createChallenge, hostOf, listCredentialIds } from "../passkeys/passkeys.ts";
import { PasskeyRefusal, readClientData } from "../passkeys/verify-passkey.ts";
import { assertOwnPassword } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { consumeTotpCode } from "../two-factor/consume-codes.ts";

const route = routesOf("Lists");

const challenge = route("post", "/acts/{id}/challenge", {
  name: "beginSignature",
  summary: "Begin to sign a list with a passkey",
  audience: "person",
  params: idParameter,
  answer: actChallengeSchema,
  refuses: ["act_closed", "second_person_required", "rate_limited"],
});

const sign = route("post", "/acts/{id}/signatures", {
  name: "signAct",
  summary: "Sign a list",
  audience: "person",
  params: idParameter,
  body: actSignatureInputSchema,
  status: 201,
  answer: statusSchema,
  refuses: [
    ...([
      "act_closed",
      "act_changed",
      "act_not_ready",
      "act_not_yet",
      "second_person_required",
      "passkey_invalid",
    ] as const),
    ...(["wrong_password", "no_password", "invalid_code", "rate_limited", "passwords_busy"] as const),
  ],
});

export const signingRoutes = createRouter()
  .openapi(challenge, async (c) => {
    const { userId } = getCurrentSession(c);
    const dependencies = ownerOf(c);
    const act = await findAct(dependencies.readAs(c.var.actor), c.req.valid("param").id);
    await dependencies.limits.passkeyChallengesPerAddress.take(clientAddress(c));
    const text = Buffer.concat([Buffer.from(act.content_sha256, "hex"), randomBytes(nonceBytes)]).toString("base64url");
    await createChallenge(dependencies, "sign", `${userId} ${act.id}`, text);
    return c.json(
      { challenge: text, rp_id: hostOf(c), allowed: await listCredentialIds(dependencies.db, userId) },
      200,
    );
  })
  .openapi(sign, async (c) => {
    await signOne(c, c.req.valid("param").id, c.req.valid("json"));
    return c.json({ status: true }, 201);
  });

const nonceBytes = 16;

/** Finds the list as its reader sees it. @throws HttpError 404 */
async function findAct(db: Kysely<DB>, id: string) {
  const act = await db
    .selectFrom("act_list")
    .select(["id", "deal_id", "kind", "number", "content_sha256", "state", "is_whole"])
    .select(sql<string[]>`array(select jsonb_array_elements_text(content::jsonb -> 'parts'))`.as("parts"))
    .where("id", "=", id)
    .executeTakeFirst();
  if (!act?.is_whole) throw notFound("list");
  return act;
}

/** The clock carries it out: nothing is moved in the request of a signer. @throws HttpError */
async function signOne(
  c: Context<Environment>,
  id: string,
  given: z.output<typeof actSignatureInputSchema>,
): Promise<void> {
  const session = getCurrentSession(c);
  const { userId } = session;
  const dependencies = ownerOf(c);
  const act = await findAct(dependencies.readAs(c.var.actor), id);
  if (given.content_sha256 !== act.content_sha256) throw new HttpError("act_changed", actMessages.notTheSame);
  const asked: readonly string[] = act.kind === "offer" ? checklistItems : act.parts;
  if (!asked.every((item) => given.ticks.includes(item))) throw refusedField("ticks", actMessages.ticks);
  const ticks = act.kind === "offer" ? checklistItems.map((item) => checklistLabels[item]) : act.parts;
  const passkeys = await listCredentialIds(dependencies.db, userId);
  if (!given.passkey) {
    if (passkeys.length > 0) throw refusedField("passkey", actMessages.usePasskey);
    if (!given.password || !given.code) throw refusedField("password", actMessages.needsProof);
    await assertOwnPassword(c, session, given.password);
    await consumeTotpCode(dependencies, userId, given.code);
  }
  const { passkey } = given;
  if (passkey) await withHttpError(acceptChallenge(c, passkey, `${userId} ${id}`, act.content_sha256));
  await dependencies.asOwner(userId, async (tx, effects) => {
    if (passkey) {
      const use = { host: hostOf(c), now: dependencies.now(), isOwner: (owner: string) => owner === userId };
      await withHttpError(countUse(tx, passkey, use));
    }
    const callBacks = JSON.stringify(given.call_backs ?? {});
    const { rows } = await sql<{ state: "waiting" | "signed" }>`
      select sign_act(${id}, ${userId}, ${passkey?.credential_id ?? null}, ${passkey ? JSON.stringify(passkey) : null}::jsonb,
                      ${ticks}::text[], ${callBacks}::jsonb) as state`.execute(tx);
    const state = rows[0]?.state;
    effects.audit("act_signed", act.deal_id, {
      kind: act.kind,
      number: act.number,
      sha256: act.content_sha256,
      is_second: state === "signed",
      method: passkey ? "passkey" : "password_and_code",
    });
    effects.schedule("act-news", { act_id: id, news: state === "signed" ? "signed" : "waits" }, dependencies.now());
    effects.schedule("deal-clock", { deal_id: act.deal_id }, dependencies.now());
  });
}

/** The challenge is this list's, this signer's, of the last minutes, and was not used. @throws PasskeyRefusal. */
async function acceptChallenge(c: Context<Environment>, assertion: PasskeyAssertion, value: string, sha256: string) {
  const dependencies = ownerOf(c);
  const { challenge: text } = readClientData(assertion.client_data, "webauthn.get", dependencies.ownOrigins);
  const known = await consumeChallenge(dependencies, "sign", text);
  const signed = Buffer.from(text, "base64url").subarray(0, -nonceBytes).toString("hex");
  if (known !== value || signed !== sha256) throw new PasskeyRefusal("challenge");
}

const withHttpError = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof PasskeyRefusal ? new HttpError("passkey_invalid", passkeyMessages.invalid) : error;
  });

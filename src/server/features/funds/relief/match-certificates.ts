import type { Transaction } from "kysely";
import type { z } from "zod";
import type { FoundOnCertificate, reliefMatchSchema } from "#shared/funds/funds-relief.ts";
import { reliefMessages as messages } from "#shared/funds/funds-relief-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { HttpError, notFound, refusedField } from "../../../platform/http/http-error.ts";
import { compareCertificate } from "./compare-certificate.ts";
import {
  findCertificate,
  listReliefMembers,
  matchCertificate,
  readRelief,
  removeCertificate,
} from "./relief-queries.ts";

type Given = z.output<typeof reliefMatchSchema>;

/** The certificate is its member's from then on. @throws HttpError 422 where it differs from the register in amount or day. */
export const matchOne = ({ dependencies, actor }: Caller, id: string, given: Given) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const certificate = await findCertificate(tx, id);
    if (!certificate) throw notFound("certificate");
    const { deal_id } = certificate;
    const { commitment_id, amount_pence = null, issued_on = null } = given;
    const read = { amount_pence, issued_on };
    const matched = await matchCertificate(tx, id, commitment_id, read);
    if (!matched) throw notFound("certificate or member");
    if (matched.outcome === "closed") throw new HttpError("revision_conflict", messages.decided);
    if (matched.outcome === "no_relief") throw refusedField("commitment_id", messages.noRelief);
    if (matched.outcome === "taken") throw refusedField("commitment_id", messages.hasOne);
    if (matched.outcome !== "matched") throw await mismatch(tx, deal_id, certificate.found, given);
    effects.audit("relief_certificate_matched", deal_id, { paper_id: id, ...given });
    deliver(effects, id, commitment_id, matched.user_id);
    return readRelief(tx, actor, deal_id, dependencies.now());
  });

/** All among these that fit the member they seem to be for, without a difference and with nothing unread; the others stay. */
export const matchFitting = ({ dependencies, actor }: Caller, dealId: string, ids: readonly string[]) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { certificates } = await readRelief(tx, actor, dealId, dependencies.now());
    const fitting = certificates.filter(
      ({ id, found, suggested }) =>
        ids.includes(id) && isWhole(found) && suggested !== null && suggested.differences.length === 0,
    );
    let count = 0;
    for (const { id, suggested } of fitting) {
      const commitmentId = suggested?.commitment_id ?? "";
      const matched = await matchCertificate(tx, id, commitmentId, { amount_pence: null, issued_on: null });
      // Another of these was for the same member.
      if (matched?.outcome !== "matched") continue;
      deliver(effects, id, commitmentId, matched.user_id);
      count += 1;
    }
    if (count > 0) effects.audit("relief_certificates_matched", dealId, { certificates: count });
    return readRelief(tx, actor, dealId, dependencies.now());
  });

/** Before it is matched. */
export const removeOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const certificate = await findCertificate(tx, id);
    if (!certificate) throw notFound("certificate");
    if (!(await removeCertificate(tx, id))) throw new HttpError("revision_conflict", messages.decided);
    effects.audit("relief_certificate_removed", certificate.deal_id, { paper_id: id });
    return readRelief(tx, actor, certificate.deal_id, dependencies.now());
  });

const isWhole = ({ shares, amount_pence, issued_on }: FoundOnCertificate) =>
  shares !== null && amount_pence !== null && issued_on !== null;

function deliver(effects: Effects, paperId: string, commitmentId: string, userId: string | null): void {
  if (userId === null) return;
  effects.notify(userId, "paper_delivered", paperId);
  effects.mail("relief-certificate", { user_id: userId, commitment_id: commitmentId });
}

/** Amount and day of issue, both in words. */
async function mismatch(
  tx: Transaction<DB>,
  dealId: string,
  found: FoundOnCertificate,
  given: Given,
): Promise<HttpError> {
  const { commitment_id } = given;
  const amount_pence = found.amount_pence ?? given.amount_pence ?? null;
  const issued_on = found.issued_on ?? given.issued_on ?? null;
  const held = (await listReliefMembers(tx, dealId)).find((member) => member.commitment_id === commitment_id);
  const differences = held ? compareCertificate({ ...found, amount_pence, issued_on }, held, null) : [];
  const errors = [
    ...(amount_pence === null ? [{ path: "amount_pence", message: messages.amountUnread }] : []),
    ...(issued_on === null ? [{ path: "issued_on", message: messages.issuedOnUnread }] : []),
    ...differences.filter(({ is_blocking }) => is_blocking).map(({ path, said }) => ({ path, message: said })),
  ];
  const code = differences.some(({ is_blocking }) => is_blocking) ? "certificate_mismatch" : "invalid_body";
  return new HttpError(code, errors.map(({ message }) => message).join("; "), { errors });
}

import { expect } from "vitest";
import { userHandleOf } from "#server/auth/passkeys/passkeys.ts";
import type { Person } from "#server/sample/builders.ts";
import type { Act } from "#shared/acts/acts.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { createAuthenticator } from "./authenticator.ts";
import type { Answer, Call, TestApp } from "./test-app.ts";

export interface Signer {
  person: Person;
  call: Call;
  key: ReturnType<typeof createAuthenticator>;
}

const monthAgo = 30 * 24 * 60 * 60 * 1000;

/** Somebody with a passkey, which is older than three days unless said. */
export async function createSigner(
  club: TestApp,
  person: Person,
  { since = new Date(club.now().getTime() - monthAgo) }: { since?: Date } = {},
): Promise<Signer> {
  const key = createAuthenticator(club.appUrl);
  const created = key.create({
    challenge: "",
    rp_id: new URL(club.appUrl).hostname,
    rp_name: "",
    user_handle: userHandleOf(person.id),
    user_name: "",
    display_name: "",
    algorithms: [],
    excluded: [],
  });
  await club.db
    .insertInto("auth.passkeys")
    .values({
      user_id: person.id,
      name: "Phone",
      credential_id: created.credential_id,
      sign_count: 0,
      created_at: since,
      public_key: Buffer.from(created.public_key, "base64url"),
      transports: ["internal"],
    })
    .execute();
  return { person, call: await club.as(person), key };
}

export const callBackNote = "Jo Fern, on the number at Companies House.";

interface Given {
  call_backs?: Act["signatures"][number]["call_backs"];
  ticks?: string[];
  content_sha256?: string;
}

/** As the browser does it: reads the list, begins, and answers with the passkey. */
export async function signAct({ call, key }: Signer, id: string, given: Given = {}): Promise<Answer> {
  const { body: act } = await call("GET", `/api/acts/${id}`);
  const { body: request } = await call("POST", `/api/acts/${id}/challenge`, {});
  return call("POST", `/api/acts/${id}/signatures`, {
    content_sha256: act.content_sha256,
    ticks: act.kind === "offer" ? [...checklistItems] : ((act as Act).content?.parts ?? []),
    call_backs: Object.fromEntries(((act as Act).call_backs_needed ?? []).map((part) => [part, callBackNote])),
    passkey: key.answer(request),
    ...given,
  });
}

/** One prepares and signs, the other signs. @returns the list. */
export async function signByTwo(
  dealId: string,
  kind: "offer" | "closing",
  [first, second]: readonly [Signer, Signer],
): Promise<Act> {
  const prepared = await first.call("POST", `/api/deals/${dealId}/acts`, { kind });
  expect([kind, prepared.status, prepared.body.detail]).toEqual([kind, 201, undefined]);
  for (const signer of [first, second]) {
    const signed = await signAct(signer, prepared.body.id);
    expect([kind, signed.status, signed.body.detail]).toEqual([kind, 201, undefined]);
  }
  return prepared.body;
}

import { counted } from "../counted.ts";
import { countedPeople } from "../counted-people.ts";
import { formatDay } from "../london-time.ts";
import { formatPence, inThousandths } from "../pence.ts";
import { type SecondPersonReason, secondPersonMessages } from "../people/second-person.ts";
import { type AccountPart, type ActPart, actMessages } from "./act-messages.ts";
import type { AccountText, Act } from "./acts.ts";

/** Where it is known from, for a signer who checks it. */
export function accountOrigin({ is_new, partner, entered_by }: AccountText): string {
  if (is_new) return `new, entered by ${entered_by}`;
  return partner === undefined ? "as in the last deal with this company" : "as in the last deal";
}

/** What members read of a signer's own part: once they have signed, whether they take part is known. */
export function mostWords(
  {
    kind,
    signatures,
  }: Pick<Act, "kind"> & { signatures: readonly Pick<Act["signatures"][number], "name" | "takes_part_pence">[] },
  { name, invests_pence }: Pick<Act["content"]["panel"][number], "name" | "invests_pence">,
): string {
  if (invests_pence !== null) return formatPence(invests_pence);
  const signed = kind === "closing" && signatures.find((signature) => signature.name === name);
  return signed && signed.takes_part_pence === 0 ? "Takes no part" : "Not said";
}

type AccountNames = Pick<AccountText, "account_name" | "sort_code" | "account_number" | "bank">;
export const accountLine = ({ account_name, sort_code, account_number, bank }: AccountNames): string =>
  [account_name, sort_code, account_number, bank].filter(Boolean).join(", ");

export const sumOf = (act: Pick<Act, "content">) => {
  const lines = act.content.shares?.lines ?? [];
  const add = (of: (line: (typeof lines)[number]) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  return {
    people: lines.filter(({ shares }) => shares > 0).length,
    asked: add(({ asked }) => asked),
    shares: add(({ shares }) => shares),
    cost_pence: add(({ cost_pence }) => cost_pence),
    fee_pence: add(({ fee_pence }) => fee_pence),
    changed: lines.filter(({ reason }) => reason !== null).length,
  };
};

/** Shares that members asked for and the list gives to nobody. */
export function leftOutOf({ content }: Pick<Act, "content">): number {
  const { asked, shares } = sumOf({ content });
  return Math.max(0, Math.min((content.shares?.capacity_shares ?? 0) - shares, asked - shares));
}

export const leftOutWords = (shares: number): string => `${counted(shares, "share")} that members asked for`;

/** What a signer ticks, in a line of figures. */
export function partSummary({ content }: Pick<Act, "content">, part: ActPart): string {
  const { collection_account, company_account, wire, fees, completion, company } = content;
  const sums = sumOf({ content });
  switch (part) {
    case "offer":
      return `Version ${content.version} of the page`;
    case "collection_account":
      return collection_account ? `${accountLine(collection_account)}: ${accountOrigin(collection_account)}` : "";
    case "shares":
      return `${countedPeople(sums.people)}, ${counted(sums.shares, "share")}, ${formatPence(sums.cost_pence)}`;
    case "company_account":
      return company_account ? `${accountLine(company_account)}: ${accountOrigin(company_account)}` : "";
    case "wire": {
      const left = leftOutOf({ content });
      const without = left > 0 ? `, without ${leftOutWords(left)}` : "";
      return `${formatPence(wire?.pence ?? 0)} to ${company}${without}`;
    }
    case "fees":
      return `${formatPence(fees?.pence ?? 0)} to ${fees?.account ? accountLine(fees.account) : "the club"}`;
    case "completion":
      return completionWords(completion);
  }
}

/** "8%", of basis points. */
const successFeeRate = (bp: number): string => `${inThousandths(bp / 100)}%`;

export function completionWords(completion: Act["content"]["completion"]): string {
  if (!completion) return "";
  const { expected_on, success_fee_bp, waived_because } = completion;
  const day = expected_on ? `Expected on ${formatDay(expected_on)}` : "No day is expected";
  const fee = waived_because
    ? "no success fee, waived"
    : success_fee_bp
      ? `success fee ${successFeeRate(success_fee_bp)}`
      : "no success fee";
  return `${day}, ${fee}`;
}

/** Line by line as it was hashed: member, asked, minimum, rest, shares, cost and fee in pence. */
export const proofLines = (act: Pick<Act, "content">): string =>
  (act.content.shares?.lines ?? [])
    .map(({ number, asked, base, rest, shares, cost_pence, fee_pence }) =>
      [memberCode(number), asked, base, rest, shares, cost_pence, fee_pence].join(","),
    )
    .map((line) => `${line}\n`)
    .join("");

/** Said of whoever signs, since it is their gain. */
export const oddShares = (shares: Act["content"]["shares"]): string[] =>
  (shares?.odd ?? []).map(
    ({ name, than }) =>
      `${name} gets one share more than ${listed(than.map(memberCode))}, who asked for the same: the last odd share goes to who placed first.`,
  );

/** "M08, M09 and M10". */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** "M01": the number of a member in the deal, as in the proof. */
export const memberCode = (number: number): string => `M${String(number).padStart(2, "0")}`;

export const refusalWords = (refusal: NonNullable<Act["refusal"]>): string => {
  if (refusal === "act_closed") return actMessages.closed;
  return refusal === "not_yet" ? actMessages.notYet : secondPersonMessages.reasons[refusal];
};

export interface CannotSign {
  name: string;
  reason: SecondPersonReason;
}

const cannotSign: Partial<Record<SecondPersonReason, string>> = {
  same_account: "made an account of the list that nobody else has called back",
  not_standing: "or the other signer has not been announced for 7 days without an objection",
  same_origin: "let the other signer in, or was let in by them",
  same_identity: "looks like the same person as the other signer",
  same_device: "used the same browser as the other signer in the last 30 days",
  own_gain: "gets more by a line that was changed",
  not_on_panel: "was not on the panel before, or has left",
};

/** Of a list that nobody else of its panel can sign second: who cannot why, and what helps. */
export function nobodySecond(people: readonly CannotSign[]): string {
  if (people.length === 0)
    return "Nobody else is on the panel. Sign a new offer with somebody on its panel who can sign second.";
  const why = people.map(({ name, reason }) => `${name} ${cannotSign[reason] ?? "cannot sign it"}`).join("; ");
  const help = people.some(({ reason }) => reason === "same_account")
    ? "Withdraw it and make it again: whoever signs first then calls that account back."
    : "Sign a new offer with somebody else on its panel.";
  return `Nobody else of the panel can sign it second now: ${why}. ${help}`;
}

/** Of a list that somebody objects to, where nobody who signs may answer: what is left to do. */
export function nobodyAnswers({ parts }: Pick<Act, "parts">): string {
  const open = parts.filter(({ is_discretionary, executed_at }) => is_discretionary && executed_at === null);
  const isOf = (part: ActPart) => open.some((one) => one.part === part);
  const why =
    open.length > 0
      ? "Nobody may answer: whoever signs for this deal made the list, or takes part in the round."
      : "Nobody may answer: nobody signs for this deal but who made the list.";
  const change = isOf("shares")
    ? "put the changed lines back, or change them with another reason,"
    : isOf("company_account") || isOf("collection_account")
      ? "check the new account, enter another one if it is wrong,"
      : isOf("offer")
        ? "make another version"
        : "let somebody else of the panel make it again";
  return `${why} Withdraw the list. Then ${change} and sign a new ${isOf("offer") ? "offer" : "list"}.`;
}

/** When a list goes on that nobody objects to any more without an answer; null while somebody does, and where nobody did. */
export function goesOnAt(
  objections: readonly Pick<Act["objections"][number], "withdrawn_at" | "answered_at">[],
): Date | null {
  const standing = objections.filter(({ withdrawn_at }) => withdrawn_at === null);
  const answered = standing.map(({ answered_at }) => (answered_at ? new Date(answered_at).getTime() : Infinity));
  const last = Math.max(...answered);
  return Number.isFinite(last) ? new Date(last + 24 * 60 * 60 * 1000) : null;
}

/** "Ruth Bell or Daniel Price". */
export const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** Who called an account of a list back, and what they wrote; undefined where nobody has, or its reader does not see it. */
export function callBackOf(
  { signatures }: { signatures: readonly Pick<Act["signatures"][number], "name" | "call_backs">[] },
  part: AccountPart,
) {
  for (const { name, call_backs } of signatures) {
    const note = call_backs[part];
    if (note) return { name, note };
  }
  return undefined;
}

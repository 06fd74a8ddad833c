import type { Completion } from "#shared/funds/funds-completion.ts";
import { uploadedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import type { AdminAtWork, AdminRequests } from "./admin-requests.ts";

/** The ledger holds what an admin was told is done. */
export interface CompletionLedger {
  /** Admins, once for each time. */
  decided: string[];
  /** The papers are identified by their bytes. */
  filed: string[];
  proposed: string[];
}

export const newCompletionLedger = (): CompletionLedger => ({
  decided: [],
  filed: [],
  proposed: [],
});

const signedKinds = uploadedPaperKinds.filter((kind) => kind !== "company_certificate");
const account = {
  account_name: "Alder Analytics Ltd",
  sort_code: "00-00-00",
  account_number: "00005678",
  bank: "Sample Bank",
};
const today = (): string => new Date().toISOString().slice(0, 10);

export async function completionActs(
  { read, post }: AdminRequests,
  { id: admin }: AdminAtWork,
  dealPath: string,
  ledger: CompletionLedger,
): Promise<{ isCompleted: boolean; acts: (() => Promise<void>)[] }> {
  const path = `${dealPath}/completion`;
  const { deal_state, can, ...now } = await read<Completion>(`${path}?issued_on=${today()}`);
  const missing = signedKinds.find((wanted) => !now.papers.some(({ kind }) => kind === wanted));

  const decide = async () => {
    const fee = { decision: "allowed", article: "14", allowed_bp: 800 };
    if (await post(`${dealPath}/success-fee`, fee)) ledger.decided.push(admin);
  };
  const file = async (kind: string) => {
    const bytes = new Uint8Array(goodPdf(`${kind} ${crypto.randomUUID()}`));
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    if (await post(`${dealPath}/papers?kind=${kind}&file_name=signed.pdf`, bytes)) ledger.filed.push(hash);
  };
  const propose = async () => {
    const done = await post<Completion>(path, { issued_on: today() });
    if (done) ledger.proposed.push(done.proposal?.id ?? "none");
  };

  const { proposal } = now;
  return {
    isCompleted: deal_state === "completed",
    acts: [
      ...(can.prepare && !now.success_fee ? [decide] : []),
      ...(can.prepare && missing ? [() => file(missing)] : []),
      ...(can.propose && !proposal ? [propose] : []),
    ],
  };
}

/** Once more, of a completed deal: nothing of it is done again. */
export async function completeAgain({ post }: AdminRequests, dealPath: string): Promise<string[]> {
  const again = {
    completion: await post(`${dealPath}/completion`, { issued_on: today() }),
    account: await post(`${dealPath}/company-account`, account),
    fee: await post(`${dealPath}/success-fee`, { decision: "waived", reason: "Again." }),
  };
  return Object.entries(again).flatMap(([what, done]) => (done ? [`${what} was done again`] : []));
}

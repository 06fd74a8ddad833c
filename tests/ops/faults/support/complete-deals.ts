import type { Completion } from "#shared/funds/funds-completion.ts";
import { uploadedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import type { AdminAtWork, AdminRequests } from "./admin-requests.ts";

/** What an admin was told is done. */
export interface CompletionLedger {
  accounts: string[];
  calledBack: { admin: string; account: string }[];
  /** Admins, once for each time. */
  decided: string[];
  /** By their bytes. */
  filed: string[];
  proposed: string[];
  completed: { admin: string; proposal: string }[];
}

export const newCompletionLedger = (): CompletionLedger => ({
  ...{ accounts: [], calledBack: [], decided: [], filed: [], proposed: [], completed: [] },
});

const signedKinds = uploadedPaperKinds.filter((kind) => kind !== "company_certificate");
const account = {
  ...{ account_name: "Alder Analytics Ltd", sort_code: "00-00-00", account_number: "00005678", bank: "Sample Bank" },
};
const call_back_note = "Called back at the number in Companies House.";
const today = (): string => new Date().toISOString().slice(0, 10);

/** What of a deal's completion this admin can do now. */
export async function completionActs(
  { read, post }: AdminRequests,
  { id: admin }: AdminAtWork,
  dealPath: string,
  ledger: CompletionLedger,
): Promise<{ isCompleted: boolean; acts: (() => Promise<void>)[] }> {
  const path = `${dealPath}/completion`;
  const { deal_state, can, company_account, ...now } = await read<Completion>(`${path}?issued_on=${today()}`);
  const { current, entered } = company_account;
  const missing = signedKinds.find((wanted) => !now.papers.some(({ kind }) => kind === wanted));

  const enter = async () => {
    const done = await post<Completion>(`${dealPath}/company-account`, account);
    if (done) ledger.accounts.push(done.company_account.entered?.id ?? "none");
  };
  const callBack = async (id: string) => {
    if (await post(`${dealPath}/company-account/confirm`, { id, call_back_note }))
      ledger.calledBack.push({ admin, account: id });
  };
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
  const complete = async (id: string) => {
    if (await post(`${path}/confirm`, { id })) ledger.completed.push({ admin, proposal: id });
  };

  const { proposal } = now;
  return {
    isCompleted: deal_state === "completed",
    acts: [
      ...(can.prepare && !current && !entered ? [enter] : []),
      ...(entered?.can.confirm ? [() => callBack(entered.id)] : []),
      ...(can.prepare && !now.success_fee ? [decide] : []),
      ...(can.prepare && missing ? [() => file(missing)] : []),
      ...(can.propose && !proposal ? [propose] : []),
      ...(can.confirm && proposal ? [() => complete(proposal.id), () => complete(proposal.id)] : []),
    ],
  };
}

/** Once more, of a completed deal: nothing of it is done again. */
export async function completeAgain(requests: AdminRequests, dealPath: string): Promise<string[]> {
  const { read, post } = requests;
  const { proposal } = await read<Completion>(`${dealPath}/completion`);
  const again = {
    completion: await post(`${dealPath}/completion`, { issued_on: today() }),
    confirmation: await post(`${dealPath}/completion/confirm`, { id: proposal?.id }),
    account: await post(`${dealPath}/company-account`, account),
    fee: await post(`${dealPath}/success-fee`, { decision: "waived", reason: "Again." }),
  };
  return Object.entries(again).flatMap(([what, done]) => (done ? [`${what} was done again`] : []));
}

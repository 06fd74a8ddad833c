import { setTimeout as wait } from "node:timers/promises";
import type { BankLine, ClosingBoard, ClosingMember, ImportedFile, OutgoingPayment } from "#shared/funds/funds.ts";
import type { AdminAtWork, AdminRequests, RequestOutcomes } from "./admin-requests.ts";
import { type Bank, sumOf } from "./bank.ts";
import type { MoneyRound } from "./build-money.ts";
import { type CompletionLedger, completeAgain, completionActs, newCompletionLedger } from "./complete-deals.ts";

/** The ledger holds what an admin was told is done: a 2xx with an id. */
export interface MoneyLedger extends RequestOutcomes {
  files: { id: string; new_lines: number }[];
  /** A line for each time that a 200 confirmed it, and nothing was left out. */
  confirmed: { admin: string; line: string }[];
  /** Lines that 200s confirmed, by admin. */
  confirmedBy: Map<string, number>;
  matched: string[];
  unmatched: string[];
  proposed: string[];
  approved: { admin: string; payment: string }[];
  completion: CompletionLedger;
}

export const newMoneyLedger = (): MoneyLedger => ({
  files: [],
  confirmed: [],
  confirmedBy: new Map(),
  matched: [],
  unmatched: [],
  proposed: [],
  approved: [],
  completion: newCompletionLedger(),
  refused: 0,
  putOff: 0,
  unexpected: [],
});

const patienceMs = 300_000;
const reason = "As the bank says.";
const nothingSeen = { isCompleted: false, acts: [] };

/** Takes a round that was called to its completion, with whatever is to be done in any order. */
export async function bringHome(
  requests: AdminRequests,
  admin: AdminAtWork,
  { round, bank, ledger }: { round: MoneyRound; bank: Bank; ledger: MoneyLedger },
): Promise<void> {
  const { read, post } = requests;
  const path = `/api/deals/${round.id}`;
  let known = 0;
  let takenBack = 0;

  const importFile = async () => {
    bank.arrive(1 + Math.floor(Math.random() * 8));
    const { text, until } = bank.file(known);
    const file = await post<ImportedFile>(`${path}/bank-files?name=starling.csv`, text);
    if (file) {
      ledger.files.push({ id: file.id, new_lines: file.new_lines });
      ledger.confirmedBy.set(admin.id, (ledger.confirmedBy.get(admin.id) ?? 0) + file.booked.lines);
    }
    known = until;
  };
  const confirm = async (lines: BankLine[]) => {
    const ids = lines.map(({ id }) => id);
    const done = await post<{ confirmed: number; left_out: number }>("/api/bank-lines/confirm", { ids });
    if (!done) return;
    ledger.confirmedBy.set(admin.id, (ledger.confirmedBy.get(admin.id) ?? 0) + done.confirmed);
    if (done.left_out === 0) ledger.confirmed.push(...ids.map((line) => ({ admin: admin.id, line })));
  };
  const match = async ({ id, payer, open_pence }: BankLine, payments: OutgoingPayment[]) => {
    const commitment_id = round.byPayer.get(payer);
    const payment = payments.find(({ state, amount_pence }) => state === "approved" && amount_pence === -open_pence);
    const incoming = commitment_id ? { kind: "receipt", commitment_id } : { kind: "unidentified" };
    const booked = open_pence > 0 ? incoming : payment && { kind: payment.kind, payment_id: payment.id };
    if (!booked) return;
    const parts = [{ ...booked, amount_pence: Math.abs(open_pence) }];
    const line = await post<BankLine>(`/api/bank-lines/${id}/match`, { parts, reason });
    if (line) ledger.matched.push(...line.matches.map((one) => one.id));
  };
  const readBooked = async () => (await read<{ items: BankLine[] }>(`${path}/bank-lines?show=booked&limit=100`)).items;
  const unmatch = async () => {
    takenBack++;
    const line = oneOf(await readBooked());
    const found = line && oneOf(line.matches.filter(({ is_reversed }) => !is_reversed));
    if (!line || !found) return;
    if (await post(`/api/bank-lines/${line.id}/unmatch`, { match_id: found.id, reason }))
      ledger.unmatched.push(found.id);
  };
  const propose = async (what: string, body: object) => {
    const payment = await post<OutgoingPayment>(`${path}/${what}`, { reason, ...body });
    if (payment) ledger.proposed.push(payment.id);
  };
  const refund = async () => {
    const { items } = await read<{ items: ClosingMember[] }>(`${path}/closing/members`);
    const owed = oneOf(items.filter(({ can }) => can.refund));
    if (owed) await propose("refunds", { commitment_id: owed.commitment_id, amount_pence: owed.refund_pence });
  };
  const giveBack = ({ id, amount_pence }: BankLine) => propose("returns", { bank_line_id: id, amount_pence });
  const approve = async ({ id: payment }: OutgoingPayment) => {
    if (await post(`/api/outgoing-payments/${payment}/approve`)) ledger.approved.push({ admin: admin.id, payment });
  };

  for (const deadline = performance.now() + patienceMs; ; ) {
    const board = await read<ClosingBoard>(`${path}/closing`);
    const open = (await read<{ items: BankLine[] }>(`${path}/bank-lines?show=open`)).items;
    for (const payment of board.payments) if (payment.state === "approved") bank.send(payment);
    const isImported = board.bank_pence === sumOf(bank.lines()) && known === bank.lines().length;
    const isPaidOut = board.payments.some(({ kind, state }) => kind === "fee" && state === "paid");
    const isSettled = board.payments.every(({ state }) => state === "paid") && board.unidentified_pence === 0;
    const { isCompleted, acts } =
      Math.random() < 0.5 ? await completionActs(requests, admin, path, ledger.completion) : nothingSeen;
    if (isPaidOut && isSettled && isImported && bank.isQuiet() && open.length === 0 && isCompleted) return;
    if (performance.now() > deadline) throw new Error(`No progress in the round: ${JSON.stringify({ board, open })}`);

    const sure = open.filter(({ grade }) => grade === "sure");
    const unsure = oneOf(open.filter(({ grade, open_pence }) => grade !== "sure" && open_pence !== 0));
    const strange = open.find(({ unidentified_pence }) => unidentified_pence > 0);
    const proposed = oneOf(board.payments.filter(({ can }) => can.approve));
    const underWay = board.payments
      .filter(({ kind, state }) => kind === "refund" && state !== "paid")
      .reduce((sum, { amount_pence }) => sum + amount_pence, 0);
    const act = oneOf([
      ...(bank.isQuiet() && isImported ? [] : [importFile, importFile]),
      ...(sure.length > 0 ? [() => confirm(sure), () => confirm(sure)] : []),
      ...(unsure ? [() => match(unsure, board.payments)] : []),
      ...(takenBack < 3 && board.applied_pence > 0 ? [unmatch] : []),
      ...(board.refund_pence > underWay ? [refund] : []),
      ...(strange && !board.payments.some(({ kind }) => kind === "return") ? [() => giveBack(strange)] : []),
      ...(proposed ? [() => approve(proposed)] : []),
      ...acts,
    ]);
    await act?.();
  }
}

/** Says what the bank shows, until the company and the club are paid. @param beside done each time. */
export async function lookInBank(
  { read, post }: AdminRequests,
  { round, bank }: { round: MoneyRound; bank: Bank },
  beside: () => Promise<void>,
): Promise<void> {
  const path = `/api/deals/${round.id}`;
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await wait(500)) {
    const board = await read<ClosingBoard>(`${path}/closing`);
    if (board.deal_state === "completed") return;
    const isSent = board.payments.some(({ kind }) => kind === "wire");
    if (!isSent && bank.isQuiet() && board.bank_pence === sumOf(bank.lines()))
      await post(`${path}/balance`, { balance_pence: board.bank_pence });
    await beside();
  }
}

/** Everything once more: nothing of it is done again. */
export async function repeatAll(
  requests: AdminRequests,
  { round, bank, ledger }: { round: MoneyRound; bank: Bank; ledger: MoneyLedger },
): Promise<void> {
  const { read, post } = requests;
  const path = `/api/deals/${round.id}`;
  const file = await post<ImportedFile>(`${path}/bank-files?name=again.csv`, bank.file(0).text);
  if (file && file.new_lines > 0) ledger.unexpected.push(`${file.new_lines} lines were imported again`);
  if (file && file.booked.lines > 0) ledger.unexpected.push(`${file.booked.lines} lines were booked again`);
  const { items } = await read<{ items: BankLine[] }>(`${path}/bank-lines?show=booked&limit=100`);
  const again = await post("/api/bank-lines/confirm", { ids: items.map(({ id }) => id) });
  if (again) ledger.unexpected.push(`confirmed again: ${JSON.stringify(again)}`);
  const { payments } = await read<ClosingBoard>(`${path}/closing`);
  for (const { id } of payments)
    if (await post(`/api/outgoing-payments/${id}/approve`)) ledger.unexpected.push(`${id} was approved again`);
  ledger.unexpected.push(...(await completeAgain(requests, path)));
}

const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

export const figuresOf = (ledger: MoneyLedger) => ({
  files: ledger.files.length,
  matched: ledger.matched.length,
  confirmed: [...ledger.confirmedBy.values()],
  unmatched: ledger.unmatched.length,
  proposed: ledger.proposed.length,
  approved: ledger.approved.length,
  filed: ledger.completion.filed.length,
  refused: ledger.refused,
  putOff: ledger.putOff,
});

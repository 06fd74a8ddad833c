import { counted } from "#shared/counted.ts";
import { dealStateLabels } from "#shared/deals/deal-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { documentsMessages } from "#shared/portfolio/own-documents-messages.ts";
import type { ToDo, Today } from "#shared/waiting-counts/to-do.ts";
import { moneyActs, type ToDoKind } from "#shared/waiting-counts/to-do-messages.ts";
import { tellTime, tellToDo, tellToday } from "#shared/waiting-counts/to-do-words.ts";
import type { DocumentGroups, DocumentRow } from "#web/features/portfolio/documents/document-groups.ts";
import type { Command, Entry, Result } from "./find.ts";

const waitingWords = "to do, waiting, what waits";
const wordsOfKinds: Partial<Record<ToDoKind, string>> = {
  pay: "not paid, bank details, sort code, reference, transfer, money",
  statement_sign: "investor statement",
  statement_ends: "sign your statement",
  open_deals: "invest, rounds",
};

/** What waits for the reader, the first first. */
export const toDoEntries = ({ items }: Pick<ToDo, "items">): Entry[] =>
  items.map((item) => {
    const { what, action, to } = tellToDo(item);
    return {
      label: what,
      hint: hintOf(action, item),
      to,
      words: `${hintOf(action, item)}, ${waitingWords}, ${wordsOfKinds[item.kind] ?? ""}`,
      isPassing: true,
    };
  });

/** What waits for an admin, the first first. */
export const todayEntries = ({ rows }: Pick<Today, "rows">): Entry[] =>
  rows.map((row) => {
    const { what, action, to } = tellToday(row);
    const money = row.act && moneyActs.includes(row.act) ? ", money" : "";
    return {
      label: what,
      hint: hintOf(action, row),
      to,
      words: `${hintOf(action, row)}, ${waitingWords}${money}`,
      isPassing: true,
    };
  });

const hintOf = (action: string, times: { by: string | null; since?: string | null }): string =>
  [action, tellTime(times)?.text].filter(Boolean).join(" · ");

/** Who has not paid in which deal. */
export const moneyEntries = ({ deals }: Pick<Today, "deals">): Entry[] =>
  deals
    .filter(({ open_pence }) => open_pence > 0)
    .map(({ id, company_name, open_pence, late_pence, unpaid, unpaid_members }) => {
      const names = unpaid.map(({ name }) => name);
      const [only] = unpaid_members === 1 ? names : [];
      const isLate = late_pence > 0;
      const sum =
        isLate && late_pence < open_pence ? `open, ${formatPence(late_pence)} of it late` : isLate ? "late" : "open";
      return {
        label: `${only ?? counted(unpaid_members, "member")}, ${formatPence(open_pence)} ${sum}`,
        hint: company_name,
        to: `${paths.dealClosing(id)}#people`,
        words: `not paid, unpaid, owes, arrears, money, ${company_name}, ${names.join(", ")}`,
        isPassing: true,
      };
    });

/** Deals in work, by their company; those that close by the words for it too. */
export const dealEntries = ({ deals }: Pick<Today, "deals">): Entry[] =>
  deals.map(({ id, company_name, state }) => ({
    label: company_name,
    hint: `Deal, ${dealStateLabels[state].toLowerCase()}`,
    to: paths.deal(id),
    ...(state === "closing" && { words: "collect, completion, ledger, bank file" }),
  }));

const taxHint = "For your tax return";
const taxWords = "tax certificate, tax return, HMRC, relief";

/**
 * The reader's documents, by kind and company: certificates for the tax return first, the newest first.
 * @param open saves the file at a path of the API.
 */
export function documentEntries({ tax, others }: DocumentGroups, open: (path: string) => void): Result[] {
  const ofTax = tax.flatMap(({ rows }) => rows);
  const isFile = ({ target }: DocumentRow) => "file" in target;
  const certificates = ofTax.filter((row) => row.company !== null && isFile(row));
  const missing = ofTax.filter(({ state }) => state !== undefined);
  const summaries = ofTax.filter(({ company }) => company === null);
  return [
    ...certificates.map((row) =>
      entryOf({ ...row, name: [row.name, ...amountOf(row)].join(", ") }, taxHint, taxWords, open),
    ),
    ...missing.map((row) => entryOf(row, taxHint, taxWords, open)),
    ...summaries.map((row) => entryOf(row, taxHint, `${taxWords}, year-end, everything`, open)),
    ...others.flatMap(({ heading, rows }) => rows.map((row) => entryOf(row, heading, "", open))),
  ].filter((entry) => entry !== undefined);
}

/** What the certificate is for, which its note begins with. */
const amountOf = ({ note }: DocumentRow): string[] => /^£[\d,.]*\d/.exec(note) ?? [];

function entryOf(
  { name, target, state }: DocumentRow,
  group: string,
  words: string,
  open: (path: string) => void,
): Result | undefined {
  const found = { label: name, words: `${words}, ${state ?? ""}, document, PDF` };
  if ("file" in target) return { ...found, hint: `PDF · ${group}`, run: () => open(target.file) } satisfies Command;
  if ("isShown" in target) return undefined;
  const told = state ? `${documentsMessages.states[state]} · ${group}` : group;
  if ("company" in target) return { ...found, hint: told, to: paths.ownCompany(target.company) };
  return { ...found, hint: told, to: paths.openDeal(target.deal), isPassing: true };
}

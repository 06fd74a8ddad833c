import { lazyPage } from "#web/lib/lazy-page.tsx";

/** Sections of the page of a deal: its money, its completion and its relief. */
export const fundsParts = {
  members: lazyPage(() => import("./board/member-table.tsx").then((file) => file.MemberTable)),
  money: lazyPage(() => import("./board/money-part.tsx").then((file) => file.MoneyPart)),
  bank: lazyPage(() => import("./bank/bank-part.tsx").then((file) => file.BankPart)),
  ledger: lazyPage(() => import("./ledger/ledger-part.tsx").then((file) => file.LedgerPart)),
  completion: lazyPage(() => import("./completion/completion-part.tsx").then((file) => file.CompletionPart)),
  relief: lazyPage(() => import("./relief/relief-part.tsx").then((file) => file.ReliefPart)),
};

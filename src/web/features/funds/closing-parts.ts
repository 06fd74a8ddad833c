import { lazyPage } from "#web/lib/lazy-page.tsx";

/** Parts of a deal that closes: its money, its completion and its relief. */
export const fundsParts = {
  account: lazyPage(() => import("./account/account-part.tsx").then((file) => file.AccountPart)),
  board: lazyPage(() => import("./board/board-part.tsx").then((file) => file.BoardPart)),
  bank: lazyPage(() => import("./bank/bank-part.tsx").then((file) => file.BankPart)),
  ledger: lazyPage(() => import("./ledger/ledger-part.tsx").then((file) => file.LedgerPart)),
  completion: lazyPage(() => import("./completion/completion-part.tsx").then((file) => file.CompletionPart)),
  relief: lazyPage(() => import("./relief/relief-part.tsx").then((file) => file.ReliefPart)),
};

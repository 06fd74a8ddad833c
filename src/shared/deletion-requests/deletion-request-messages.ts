import { type CommitmentState, commitmentStateLabels } from "../commitments/commitment-messages.ts";
import { formatDay } from "../london-time.ts";
import { formatPence } from "../pence.ts";

/** Apart from the schemas, so that a page can say these words without loading a validator. */

/** From the request to the deletion, as the privacy page promises. */
export const deletionDays = 30;

export const yourDataMessages = {
  keptText: (day: string) =>
    `The law asks us to keep your investor record and what belongs to it until ${day} at least, and longer while you hold shares. It stays sealed: an admin can open it only for a reason that is recorded. After that it is erased. A commitment whose shares are not allocated yet is withdrawn with your account; what you owe for allocated shares stays due.`,
  ask: "Ask for deletion",
  asking: "Asking...",
  requested: { title: "Your request for deletion is with the admins" },
  alreadyRequested: "You have asked for this already.",
  passwordMissing: "Please enter your password.",
} as const;

interface Commitment {
  company_name: string;
  state: CommitmentState;
  owes_pence: number;
  is_owed_pence: number;
}

interface ToDelete {
  holdings: readonly { company_name: string; shares: number }[];
  commitments: readonly Commitment[];
  kept_until: string | null;
  email: string;
  is_first_admin: boolean;
  admins_left: number | null;
}

export const dataRequestMessages = {
  executeText: ({ email, is_first_admin, admins_left, holdings, commitments, kept_until }: ToDelete) =>
    [
      holdings.length > 0 && `Shares held: ${holdings.map(sharesOf).join(", ")}. They stay this person’s.`,
      commitments.length > 0 && `Commitments and money: ${commitments.map(commitmentOf).join("; ")}.`,
      "Account, profile, submission, invitations and mails that wait are deleted for good. This cannot be undone.",
      kept_until
        ? `The law asks the club to keep the investor record, its statements, commitments and certificates, and the ledger, until ${formatDay(kept_until)} at least, and longer while shares are held. They stay sealed.`
        : "There is nothing that the law asks the club to keep.",
      is_first_admin &&
        `ADMIN_EMAILS names this account by ${email} or by an address it had before: have it taken out there first, or the next start and the command npm run first-admin make a new admin link for it.`,
      admins_left === 1 && "One admin is left then.",
    ]
      .filter(Boolean)
      .join(" "),
  ownRequest: "Another admin has to carry out your own request.",
} as const;

const sharesOf = ({ company_name, shares }: ToDelete["holdings"][number]): string =>
  `${company_name}, ${shares.toLocaleString("en-GB")} ${shares === 1 ? "share" : "shares"}`;

/** Until shares are allocated, a commitment ends with the account. */
const withdrawn: readonly CommitmentState[] = ["committed", "needs_reconsent", "waiting_list"];

const commitmentOf = ({ company_name, state, owes_pence, is_owed_pence }: Commitment): string =>
  [
    `${company_name}, ${commitmentStateLabels[state].toLowerCase()}`,
    withdrawn.includes(state) && "which is withdrawn",
    owes_pence > 0 && `${formatPence(owes_pence)} still to be paid by this person`,
    is_owed_pence > 0 && `${formatPence(is_owed_pence)} due to this person`,
  ]
    .filter(Boolean)
    .join(", ");

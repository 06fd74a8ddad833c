import { counted } from "#shared/counted.ts";
import { type ExitKind, exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { formatDay, shortMoment } from "#shared/london-time.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { adminName, adminNameFirst } from "#shared/people/person-name.ts";

export type AnnouncedKind = "exit" | "price" | "outside_payment" | "import" | "import_undo";

/** The facts are of a confirmation that takes effect a day after it was announced. */
export interface AnnouncedFacts {
  kind: AnnouncedKind;
  /** The text names all companies of an import. */
  company: string;
  author: string | null;
  confirmer: string | null;
  author_has_part: boolean;
  confirmer_has_part: boolean;
  takes_effect_at: Date;
  outcome: "effective" | "withdrawn" | "failed" | null;
  /** Of what was withdrawn the words, of what failed the reason of the database. */
  because: string | null;
  exit_kind: ExitKind | null;
  price: string | null;
  /** The lowest of the day, where several classes have one. */
  price_before: string | null;
  day: string | null;
  /** Of an exit: what admins say of it to who has a part, such as who buys. */
  note: string | null;
  /** The part is the reader's in an exit; it is `null` without one. */
  own: OwnPart | null;
}

export interface OwnPart {
  shares: number;
  /** The reader held so many before it. */
  held: number;
  gross_pence: number;
  costs_pence: number;
  paid_pence: number;
}

/** The verb is that of the button by which an admin ends it before its time. */
export type AnnouncedEnd = "withdraws" | "refuses" | "keeps" | "withdraws or refuses";
export const announcedEnd = ({ kind }: Pick<AnnouncedFacts, "kind">): AnnouncedEnd =>
  kind === "exit" ? "withdraws" : kind === "import_undo" ? "keeps" : "refuses";

const day = ({ day }: AnnouncedFacts): string => formatDay(day ?? "");

const whatWords: Record<AnnouncedKind, (facts: AnnouncedFacts) => string> = {
  exit: (facts) =>
    `a ${exitKindLabels[facts.exit_kind ?? "sale"].toLowerCase()} at ${formatPrice(facts.price ?? "0")} a share, of ${day(facts)}`,
  price: (facts) =>
    `a price of ${formatPrice(facts.price ?? "0")} a share from ${day(facts)} on${facts.price_before === null ? "" : `, in place of ${formatPrice(facts.price_before)}`}`,
  outside_payment: (facts) => `a payment for imported shares on ${day(facts)}`,
  import: () => "an import of shares that were bought earlier",
  import_undo: () => "the removal of imported shares",
};

/** "Alder Analytics: a sale at £2.00 a share, of 30 June 2031". */
export const announcedName = (facts: AnnouncedFacts): string => `${facts.company}: ${whatWords[facts.kind](facts)}`;

export const announcedMessages = {
  state: "Announced",
  who: (facts: AnnouncedFacts): string => {
    const { author, confirmer, author_has_part, confirmer_has_part } = facts;
    const people = `${adminNameFirst(author)} proposed it and ${adminName(confirmer)} confirmed it.`;
    if (author_has_part && confirmer_has_part) return `${people} Both hold some of the shares themselves.`;
    const holder = author_has_part ? adminNameFirst(author) : adminNameFirst(confirmer);
    return `${people} ${holder} is among those who hold the shares.`;
  },
  takesEffect: (at: Date | string, end: AnnouncedEnd): string =>
    `Takes effect on ${shortMoment(at)}, unless an admin ${end} it.`,
  /** Returns `undefined` for anyone who has no part in it, and for anything but an exit. */
  own: ({ exit_kind, own }: AnnouncedFacts): string | undefined => {
    if (!own) return undefined;
    const count = counted(own.shares, "share");
    const isOfAll = exit_kind === "dividend" || exit_kind === "holdback";
    const yours =
      isOfAll || own.shares === own.held
        ? `your ${count}`
        : `${own.shares.toLocaleString("en-GB")} of your ${counted(own.held, "share")}`;
    const gross = formatPence(own.gross_pence);
    return own.costs_pence === 0
      ? `You get ${gross} for ${yours}; there are no costs.`
      : `You get ${formatPence(own.paid_pence)} for ${yours}: ${gross} before costs, less your part of the costs, ${formatPence(own.costs_pence)}.`;
  },
  /** After who confirmed it, and when. */
  inEffect: (day: string): string => `in effect since ${day}`,
  ended: ({ outcome, because }: AnnouncedFacts): string =>
    outcome === "withdrawn"
      ? `It does not take effect: an admin withdrew it. The reason: ${because}`
      : `It does not take effect. ${failures[because ?? ""] ?? (because?.endsWith("_second_person") ? failures.second_person : failures.other)}`,
  /** The question before the press shows these words. */
  ifHeld:
    "Where you or who entered it hold some of the shares, everybody who holds them is told now and it takes effect 24 hours later.",
} as const;

/** The keys are the reasons for which the database refused it at its time. */
const failures: Readonly<Record<string, string>> & { second_person: string; other: string } = {
  exit_lots_changed: "What members hold has changed since it was proposed.",
  import_member_gone: "An account of it was deleted since.",
  price_above_now: "A lower price has been confirmed since.",
  second_person: "Who proposed it and who confirmed it do not count as two persons any more.",
  undo_exited: "An exit is about these shares since.",
  undo_paid_out: "Another import says what these shares brought.",
  other: "Something that it rests on has changed since it was confirmed.",
};

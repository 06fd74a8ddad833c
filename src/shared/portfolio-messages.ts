/** Apart from the schemas, so that a page can say these words without loading a validator. */
import type { PriceBasis } from "./portfolio-figures.ts";

export const priceBasisLabels: Record<PriceBasis, string> = {
  our_round: "Our round",
  last_round: "Others’ round",
  offer: "An offer",
  club_estimate: "The club’s estimate",
  impaired: "Impaired",
  nil: "Nothing left",
};
/** That admins enter; our round's comes with its completion. */
export const enteredPriceBases = ["last_round", "offer", "club_estimate", "impaired", "nil"] as const;
export const impairedPercents = [25, 50, 75] as const;

/** What is dated in the life of a lot. */
export const calendarKinds = [
  "paid",
  "issued",
  "certificate",
  "relief_claimed",
  "relief_claim_until",
  "three_years",
  "lost",
  "loss_claim_until",
  "loss_claimed",
  "sold",
  "paid_out",
] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** What a member may have to do, the soonest first. */
export const nextKinds = [
  "reconsent",
  "pay",
  "top_up",
  "statement_ends",
  "claim_relief",
  "loss_claim",
  "three_years",
] as const;
export type NextKind = (typeof nextKinds)[number];

export const reliefKinds = ["income", "loss"] as const;
export type ReliefKind = (typeof reliefKinds)[number];

export const holdingStates = ["active", "sold", "written_off"] as const;

import type { Introduction, IntroductionReport } from "#shared/introductions/introductions.ts";
import type { Policy } from "../../platform/http/policy.ts";

type OwnRow = Pick<Introduction, "is_asker" | "state" | "is_blocked" | "is_reported">;

export const introductionPolicy: Policy<OwnRow, keyof Introduction["can"]> = (_actor, row) => {
  const isOpen = row.state === "open";
  return {
    accept: isOpen && !row.is_asker,
    decline: isOpen && !row.is_asker,
    withdraw: isOpen && row.is_asker,
    block: !row.is_asker && !row.is_blocked,
    report: !row.is_asker && !row.is_reported,
  };
};

type ReportRow = Pick<IntroductionReport, "outcome" | "asker_id" | "is_barred">;

export const introductionReportPolicy: Policy<ReportRow, keyof IntroductionReport["can"]> = (actor, row) => {
  const isForOther = actor.isAdmin && row.asker_id !== actor.userId;
  return {
    dismiss: isForOther && row.outcome === null,
    bar: isForOther && row.outcome === null,
    lift: isForOther && row.is_barred,
  };
};

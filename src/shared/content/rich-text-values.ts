import { formatPounds } from "#shared/format-pounds.ts";
import { daysToConfirm } from "#shared/newsletter/newsletter-messages.ts";
import { addressLines } from "#shared/postal-lines.ts";
import { breakEvenPence, examplePence, feePence, getPlan } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { RichTextValues } from "./rich-text-rules.ts";

const exampleRoundPence = 400_000_00;

const poundsOrNoSum = (pence: number | null): string => (pence === null ? "no sum" : formatPounds(pence));

const newsletterSentences: Record<Club["newsletter"]["mode"], string> = {
  local:
    "The newsletter box at the foot of each page is different: for now it sends nothing, and what you type into it stays in your browser.",
  list: `The newsletter box at the foot of each page is different: the club keeps the address that you type in, what you agreed to and when you confirmed it, until you unsubscribe. An address that is not confirmed is erased after ${daysToConfirm} days.`,
  off: "The club collects no addresses for a newsletter.",
};

export function richTextValues(club: Club): RichTextValues {
  const [trial, premium, vip] = [
    getPlan(club.plans, "Trial"),
    getPlan(club.plans, "Premium"),
    getPlan(club.plans, "VIP"),
  ];
  return {
    product: club.identity.name,
    operator: club.identity.operator,
    company_number: club.identity.company_number,
    address: addressLines(club.identity.address).join("\n"),
    contact_email: club.identity.contact_email,
    info_email: club.identity.info_email,
    regulation: club.identity.regulation,
    risk_warning: club.warnings.risk_warning,
    minimum_investment: formatPounds(club.minimum_investment_pence),
    founder_fee: `${club.figures.founder_success_fee_percent}%`,
    founder_fee_example: formatPounds((exampleRoundPence * club.figures.founder_success_fee_percent) / 100),
    cheque_minimum: formatPounds(club.figures.cheque_minimum_pence),
    cheque_maximum: formatPounds(club.figures.cheque_maximum_pence),
    deals_per_year: club.figures.deals_per_year,
    weeks_to_close: String(club.figures.weeks_to_close),
    weeks_to_close_for_founders: club.figures.weeks_to_close_for_founders,
    transfer_window: `${club.deals.funds_window_hours} hours`,
    fees_by_plan: club.plans.map((plan) => `${plan.investment_fee_percent}% on ${plan.name}`).join(", "),
    premium_outlay_example: formatPounds(examplePence + feePence(premium, examplePence)),
    premium_break_even: poundsOrNoSum(breakEvenPence(premium, trial)),
    newsletter: newsletterSentences[club.newsletter.mode],
    vip_break_even: poundsOrNoSum(breakEvenPence(vip, premium)),
  };
}

import { club, membershipPlans, terms } from "./club.ts";
import { breakEvenPence, examplePence, feePence, getPlan } from "./plan-costs.ts";
import type { RichTextValues } from "./rich-text-rules.ts";

const exampleRoundPence = 400_000_00;

/** What the names in a text stand for today. */
export function richTextValues(): RichTextValues {
  const [trial, premium, vip] = [getPlan("Trial"), getPlan("Premium"), getPlan("VIP")];
  return {
    product: club.product,
    operator: club.operator,
    company_number: club.companyNumber,
    address: club.address.join("\n"),
    contact_email: club.contactEmail,
    info_email: club.infoEmail,
    regulation: club.regulation,
    risk_warning: club.riskWarning,
    minimum_investment: pounds(terms.minimumInvestmentPence),
    founder_fee: `${terms.founderSuccessFeePercent}%`,
    founder_fee_example: pounds((exampleRoundPence * terms.founderSuccessFeePercent) / 100),
    cheque_minimum: pounds(terms.chequeMinimumPence),
    cheque_maximum: pounds(terms.chequeMaximumPence),
    deals_per_year: terms.dealsPerYear,
    weeks_to_close: String(terms.weeksToClose),
    weeks_to_close_for_founders: terms.weeksToCloseForFounders,
    transfer_window: `${terms.transferWindowHours} hours`,
    fees_by_plan: membershipPlans.map((plan) => `${plan.investmentFeePercent}% on ${plan.name}`).join(", "),
    premium_outlay_example: pounds(examplePence + feePence(premium, examplePence)),
    premium_break_even: pounds(breakEvenPence(premium, trial)),
    vip_break_even: pounds(breakEvenPence(vip, premium)),
  };
}

const format = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", maximumFractionDigits: 0 });
const pounds = (pence: number): string => format.format(pence / 100);

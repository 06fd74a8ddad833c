import { formatPounds } from "#shared/format-pounds.ts";
import { usualPriceAges } from "#shared/portfolio/portfolio-figures.ts";
import { isFeeLine } from "./plans.ts";
import { isSampleIdentity, sampleClubName, sampleCompanyNumber } from "./sample-identity.ts";
import type { Club, SettingValues } from "./settings.ts";

/** Ends texts that no real club may show before a deal. */
export const sampleMark = "Sample wording, version 1.";

/**
 * A new club says this until an admin changes it in Admin → Settings. No analytics are loaded: to add them, load the script only
 * after the visitor has agreed, from a consent notice that makes refusing as easy as agreeing, and name the service on the
 * privacy page.
 */
export const defaultSettings: SettingValues = {
  identity: {
    name: sampleClubName,
    operator: "Kindling Club Ltd",
    company_number: sampleCompanyNumber,
    address: ["Kindling Club Ltd", "1 Sample Street", "London", "EC1A 1AA", "United Kingdom"],
    contact_email: "contact@kindling.example",
    info_email: "info@kindling.example",
    taglines: ["Invest in Start-ups", "100% of Your Returns Stay Yours"],
    motto: "A members’ club for people who back people.",
    mission:
      "We meet founders every week, vet what they show us, and open the best to members. Low fees, plain information, and people who learn together. You choose which deals to back.",
    // The sentence is true of this sample company: a real one says what is true of it.
    regulation: "Kindling Club Ltd is not authorised or regulated by the Financial Conduct Authority.",
  },
  links: {
    linkedin: "https://www.linkedin.example/company/kindling",
    founder_enquiry: "https://forms.kindling.example/founders",
    booking: "https://booking.kindling.example/intro-call",
    ai_search: "https://search.kindling.example/?q=Kindling+angel+investment+club",
  },
  warnings: {
    risk: "Capital at risk.",
    offers: "Offers are for high-net-worth and sophisticated investors.",
    risk_warning:
      "Capital is at risk. Investing in start-ups is high risk: most fail, and you could lose all the money you invest. Shares in them are hard to sell.",
  },
  figures: {
    founder_success_fee_percent: 8,
    cheque_minimum_pence: 50_000_00,
    cheque_maximum_pence: 500_000_00,
    founders_met_per_week: 3,
    deals_per_year: "6-12",
    weeks_to_close: 4,
    weeks_to_close_for_founders: "4-8",
  },
  plans: [
    {
      name: "Trial",
      features: ["Online Academy access"],
      button_label: "Apply for Trial",
      application_url: "https://forms.kindling.example/apply-trial",
      is_highlighted: false,
    },
    {
      name: "Premium",
      features: ["Slack community", "Priority on some deals"],
      button_label: "Apply for Premium",
      application_url: "https://forms.kindling.example/apply-premium",
      is_highlighted: false,
    },
    {
      name: "VIP",
      features: ["Priority on EIS and SEIS deals", "Slack community", "Gold Club group access and discounts"],
      button_label: "Apply for VIP",
      application_url: "https://forms.kindling.example/apply-vip",
      is_highlighted: true,
    },
  ],
  terms: [
    {
      effective_from: null,
      minimum_investment_pence: 500_00,
      plans: {
        Trial: { annual_price_pence: 0, investment_fee_percent: 12.5 },
        Premium: { annual_price_pence: 395_00, investment_fee_percent: 4 },
        VIP: { annual_price_pence: 985_00, investment_fee_percent: 0 },
      },
    },
  ],
  stats: [
    { value: "3", label: "Active Investments", note: "Current portfolio companies", computed: "companies" },
    { value: "50+", label: "Club Members", note: "Growing community", computed: null },
    { value: "£100K+", label: "Total Deployed", note: "Capital invested to date", computed: null },
  ],
  newsletter: {
    mode: "local",
    agreement: "I agree to get the club’s newsletter by email. I can unsubscribe at any time.",
  },
  emails: { dkim_selector: null, bulk_mails_per_minute: 120 },
  welcome: { subject: null, text: null },
  deals: {
    is_enabled: false,
    kill_switch: false,
    countries_allowed: ["GB"],
    retention_years: 6,
    cooling_off_hours: 24,
    reconsent_hours: 72,
    top_up_hours: 24,
    funds_window_hours: 48,
    grace_hours: 24,
    hold_hours: 96,
  },
  deal_texts: {
    headline: "You could lose all the money you invest in this company.",
    risk: "Do not invest unless you are prepared for that. No person authorised by the regulator has approved this page, and nobody is likely to pay you back.",
    sender: "Sent by {operator}, {address}.",
    exemption: `For members whose statement as a high net worth or sophisticated investor is valid. If in doubt, ask an adviser who is authorised for such investments. ${sampleMark}`,
  },
  nominee: { name: null, company_number: null, address: [] },
  fee_account: { account_name: null, sort_code: null, account_number: null, bank: null },
  price_ages: usualPriceAges,
  brand: { logo_file_id: null, icon_file_id: null, main_colour: "#1f4d3a", accent_colour: "#b83a08" },
};

/** What the software itself is called, where no club is meant: in the terminal, in backups. */
export const productName = defaultSettings.identity.name;

type BrandPictures = Pick<Club["brand"], "logo" | "icon_url">;

/** @param today London date, which decides the terms in force. @returns what pages, mails and files say. */
export function toClub(
  values: SettingValues,
  today: string,
  pictures: BrandPictures = { logo: null, icon_url: null },
): Club {
  const { warnings, plans, terms, brand, deal_texts: _dealTexts, emails: _emails, welcome: _welcome, ...same } = values;
  const inForce = termsOn(terms, today);
  return {
    ...same,
    brand: { ...brand, ...pictures },
    warnings: {
      ...warnings,
      risk_line: `${warnings.risk} ${warnings.offers}`,
      risk_warning: `${warnings.risk_warning} ${warnings.offers}`,
    },
    plans: plans.map((plan) => {
      const planTerms = inForce.plans[plan.name];
      const isFree = planTerms.annual_price_pence === 0;
      return {
        ...plan,
        features: plan.features.filter((feature) => !isFeeLine(feature)),
        ...planTerms,
        price: isFree ? "Free" : formatPounds(planTerms.annual_price_pence),
        period: isFree ? null : "per annum",
      };
    }),
    minimum_investment_pence: inForce.minimum_investment_pence,
    is_google_available: false,
    is_sample: isSampleIdentity(values.identity),
  };
}

/** The terms in force on a London date. */
export function termsOn(terms: SettingValues["terms"], date: string): SettingValues["terms"][number] {
  const found = terms.findLast(({ effective_from }) => effective_from === null || effective_from <= date);
  if (!found) throw new Error("The club has no terms.");
  return found;
}

export const defaultClub = toClub(defaultSettings, "2026-01-01");

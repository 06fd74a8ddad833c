/** Newest first; the date is the one from which the change applies. */
export const newsItems = [
  {
    id: "business-relief-allowance",
    date: "2026-04-06",
    title: "Full business relief from inheritance tax stops at £2.5m",
    text: "Qualifying business and agricultural property shares an allowance of £2.5m at 100% relief; above it, relief is 50%. An unused allowance can pass to a spouse or civil partner. Older pages still show the £1m that was first planned.",
    source: {
      name: "GOV.UK on the reform",
      url: "https://www.gov.uk/government/publications/changes-to-agricultural-property-relief-and-business-property-relief",
    },
  },
  {
    id: "eis-limits",
    date: "2026-04-06",
    title: "EIS opens to larger companies",
    text: "Under the measures published with the Budget of November 2025, a company may have gross assets of up to £30m before an EIS issue and £35m after it, where the limits were £15m and £16m. Investors’ rates and yearly limits stay as they were, and SEIS does not change.",
    source: {
      name: "GOV.UK on the new limits",
      url: "https://www.gov.uk/government/publications/enterprise-investment-scheme-eis-and-venture-capital-trusts-vct-changes/venture-capital-trusts-enterprise-investment-scheme-investment-limit-increase-and-restructure",
    },
  },
  {
    id: "vct-relief",
    date: "2026-04-06",
    title: "Relief on new VCT shares falls to 20%",
    text: "Income tax relief on shares in venture capital trusts goes from 30% to 20% for shares issued from this date. EIS stays at 30% and SEIS at 50%.",
    source: {
      name: "GOV.UK on the restructure",
      url: "https://www.gov.uk/government/publications/enterprise-investment-scheme-eis-and-venture-capital-trusts-vct-changes/venture-capital-trusts-enterprise-investment-scheme-investment-limit-increase-and-restructure",
    },
  },
  {
    id: "promotion-thresholds",
    date: "2024-03-27",
    title: "Investor thresholds are back at £100,000 and £250,000",
    text: "The thresholds for high net worth individuals returned to £100,000 of income or £250,000 of net assets, after eight weeks at £170,000 and £430,000. They are the ones in force, though many pages on the web still show the others.",
    source: { name: "The order, with its note", url: "https://www.legislation.gov.uk/uksi/2024/301/made" },
  },
] as const;

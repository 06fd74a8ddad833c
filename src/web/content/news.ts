/** Newest first, by effective date. */
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
    text: "Under the measures published with the Budget of November 2025, a company may have gross assets of up to £30m before an EIS issue and £35m after it, where the limits were £15m and £16m. Many pages still show the old ones, so check GOV.UK on the day. Investors’ rates and yearly limits stay as they were, and SEIS does not change.",
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
    id: "public-offers",
    date: "2026-01-19",
    title: "Shares may be offered to the public only under an exemption",
    text: "A new regime replaced the UK’s prospectus rules. Offering shares to the public is banned unless an exemption applies, among them, in general, offers to qualified investors alone or to a limited number of other people. It comes on top of the rules on financial promotions.",
    source: {
      name: "The regulations",
      url: "https://www.legislation.gov.uk/uksi/2024/105/contents/made",
    },
  },
  {
    id: "old-statements",
    date: "2025-01-31",
    title: "Investor statements on the form of January 2024 no longer count",
    text: "Statements worded as the law had it between 31 January and 26 March 2024 could be relied on up to 30 January 2025. Whoever signed one, and has not signed the present form since, needs a new statement before an offer can be shown to them.",
    source: { name: "The order’s explanatory note", url: "https://www.legislation.gov.uk/uksi/2024/301/note/made" },
  },
  {
    id: "promotion-thresholds",
    date: "2024-03-27",
    title: "Investor thresholds are back at £100,000 and £250,000",
    text: "The thresholds for high net worth individuals returned to £100,000 of income or £250,000 of net assets, after eight weeks at £170,000 and £430,000. They are the ones in force, though many pages on the web still show the others.",
    source: { name: "The order, with its note", url: "https://www.legislation.gov.uk/uksi/2024/301/made" },
  },
] as const;

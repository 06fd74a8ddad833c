/**
 * Everything that names this club. Another club changes this file and nothing else.
 * No analytics are loaded: to add them, load the script only after the visitor has agreed, from a consent notice that
 * makes refusing as easy as agreeing, and name the service on the privacy page.
 */

const product = "Kindling";
const risk = "Capital at risk.";
const offers = "Offers are for high-net-worth and sophisticated investors.";

export const club = {
  product,
  operator: "Kindling Club Ltd",
  companyNumber: "00000000",
  address: ["Kindling Club Ltd", "1 Sample Street", "London", "EC1A 1AA", "United Kingdom"],
  contactEmail: "contact@kindling.example",
  infoEmail: "info@kindling.example",
  taglines: ["Invest in Start-ups", "100% of Your Returns Stay Yours"],
  motto: "A members’ club for people who back people.",
  mission:
    "We meet founders every week, vet what they show us, and open the best to members. Low fees, plain information, and people who learn together. You choose which deals to back.",
  risk,
  offers,
  riskLine: `${risk} ${offers}`,
  riskWarning: `Capital is at risk. Investing in start-ups is high risk: most fail, and you could lose all the money you invest. Shares in them are hard to sell. ${offers}`,
  /** What the operator is to the regulator. True of this sample company: a real one says what is true of it. */
  regulation: "Kindling Club Ltd is not authorised or regulated by the Financial Conduct Authority.",
  links: {
    linkedin: "https://www.linkedin.example/company/kindling",
    founderEnquiry: "https://forms.kindling.example/founders",
    booking: "https://booking.kindling.example/intro-call",
    aiSearch: "https://search.kindling.example/?q=Kindling+angel+investment+club",
  },
} as const;

/** Constants of the business, in pence, per cent and counts, as the pages print them. */
export const terms = {
  minimumInvestmentPence: 500_00,
  founderSuccessFeePercent: 8,
  chequeMinimumPence: 50_000_00,
  chequeMaximumPence: 500_000_00,
  foundersMetPerWeek: 3,
  dealsPerYear: "6-12",
  weeksToClose: 4,
  weeksToCloseForFounders: "4-8",
  transferWindowHours: 48,
} as const;

export interface MembershipPlan {
  name: "Trial" | "Premium" | "VIP";
  price: string;
  period: string | null;
  /** Of each investment, charged on top of it. */
  investmentFeePercent: number;
  pricePencePerYear: number;
  features: readonly string[];
  buttonLabel: string;
  isHighlighted: boolean;
  applicationUrl: string;
}

export const membershipPlans: readonly MembershipPlan[] = [
  {
    name: "Trial",
    price: "Free",
    period: null,
    investmentFeePercent: 12.5,
    pricePencePerYear: 0,
    features: ["12.5% investment fee", "0% annual fee", "0% carry", "Online Academy access"],
    buttonLabel: "Apply for Trial",
    isHighlighted: false,
    applicationUrl: "https://forms.kindling.example/apply-trial",
  },
  {
    name: "Premium",
    price: "£395",
    period: "per annum",
    investmentFeePercent: 4,
    pricePencePerYear: 395_00,
    features: ["4% investment fee", "0% annual fee", "0% carry", "Slack community", "Priority on some deals"],
    buttonLabel: "Apply for Premium",
    isHighlighted: false,
    applicationUrl: "https://forms.kindling.example/apply-premium",
  },
  {
    name: "VIP",
    price: "£985",
    period: "per annum",
    investmentFeePercent: 0,
    pricePencePerYear: 985_00,
    features: [
      "0% investment fee",
      "0% annual fee",
      "0% carry",
      "Priority on EIS and SEIS deals",
      "Slack community",
      "Gold Club group access and discounts",
    ],
    buttonLabel: "Apply for VIP",
    isHighlighted: true,
    applicationUrl: "https://forms.kindling.example/apply-vip",
  },
];

/** Ranges are in per cent, or in pounds a year for the membership; each bar is drawn on a scale from nought to `scaleMaximum`. */
export const feeComparison = [
  {
    fee: "Investment Fee",
    club: "0-12.5%",
    syndicates: "2-15%",
    clubRange: [0, 12.5],
    syndicatesRange: [2, 15],
    scaleMaximum: 20,
    meaning: "Paid once, when you invest. It covers finding, vetting and closing the deal.",
  },
  {
    fee: "Performance/Carry Fee",
    club: "0%",
    syndicates: "20%",
    clubRange: [0, 0],
    syndicatesRange: [0, 20],
    scaleMaximum: 20,
    meaning: "A share of the profit when a company sells. 20% carry on £18,000 profit is £3,600. Here it is £0.",
  },
  {
    fee: "Annual Investment Fee",
    club: "0%",
    syndicates: "0-10%",
    clubRange: [0, 0],
    syndicatesRange: [0, 10],
    scaleMaximum: 20,
    meaning: "A yearly charge on money already invested. We do not have one.",
  },
  {
    fee: "Annual Membership",
    club: "up to £985",
    syndicates: "up to £10,000",
    clubRange: [0, 985],
    syndicatesRange: [0, 10_000],
    scaleMaximum: 10_000,
    meaning: "What it costs to belong, whether or not you invest that year.",
  },
] as const;

/** Sample people: two founders of the club, as the about page introduces them. */
export const coFounders = [
  {
    name: "Eleanor Marsh",
    role: "Co-founder, deals",
    text: "Meets the founders, runs the screening and leads due diligence. Asks about churn before anything else.",
  },
  {
    name: "Daniel Achebe",
    role: "Co-founder, members",
    text: "Looks after members from the onboarding call to the share certificate, and runs the learning sessions.",
  },
] as const;

/** The three figures at the head of the members area. */
export const memberStats = [
  { value: "3", label: "Active Investments", note: "Current portfolio companies" },
  { value: "50+", label: "Club Members", note: "Growing community" },
  { value: "£100K+", label: "Total Deployed", note: "Capital invested to date" },
] as const;

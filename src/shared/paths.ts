/** Sections of the account by the end of their address, with the part that they are in. */
const accountViews = {
  passkeys: "security",
  "two-factor": "security",
  sessions: "security",
  record: "investor",
  tier: "plan",
  told: "emails",
  "your-data": "data",
} as const;
export type AccountAnchor = keyof typeof accountViews | "advisers";

/** All routes of the hash router. */
export const paths = {
  home: "/",
  about: "/about",
  membership: "/membership",
  insights: "/insights",
  article: (slug: string) => `/insights/${slug}`,
  calculator: "/calculator",
  news: "/news",
  founders: "/founders",
  contact: "/contact",
  login: "/login",
  register: "/register",
  setup: "/setup",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  signInLink: "/sign-in-link",
  useSignInLink: "/use-sign-in-link",
  secondFactor: "/login?two_factor=1",
  verifyEmail: "/verify-email",
  confirmEmailChange: "/confirm-email-change",
  confirmNewsletter: "/confirm-newsletter",
  unsubscribeNewsletter: "/unsubscribe-newsletter",
  unsubscribe: "/unsubscribe",
  companyAccount: "/company-account",
  companyUpdate: "/company-update",
  adviser: "/adviser",
  members: "/members",
  portfolio: "/members?tab=investments",
  directory: "/members?tab=directory",
  /** Who is an admin or signs for money, and who is proposed. */
  signatories: "/members?tab=directory&view=admins",
  editProfile: "/members?tab=directory&view=edit",
  submitProfile: "/members?tab=directory&view=submit",
  account: "/members?tab=account",
  security: "/members?tab=account&view=security",
  accountPart: (anchor: keyof typeof accountViews) =>
    `/members?tab=account&view=${accountViews[anchor]}#${anchor}` as const,
  changePassword: "/members?tab=account&view=security&change=password",
  statements: "/members?tab=account&view=investor",
  signStatement: "/members?tab=account&view=sign",
  openDeals: "/members?tab=investments&view=deals",
  commitTo: (id: string) => `/members?tab=investments&view=deals&deal=${id}&step=commit`,
  openDeal: (id: string) => `/members?tab=investments&view=deals&deal=${id}`,
  changeCommitment: (deal: string) => `/members?tab=investments&view=deals&deal=${deal}&step=change`,
  commitment: (id: string) => `/members?tab=investments&view=mine&commitment=${id}`,
  ownCompany: (id: string) => `/members?tab=investments&view=mine&company=${id}`,
  ownTax: (id: string) => `/members?tab=investments&view=mine&company=${id}#own-tax`,
  lossClaim: (id: string) => `/members?tab=investments&view=mine&company=${id}&part=claim`,
  adviserSeats: "/members?tab=account&view=data#advisers",
  documents: "/members?tab=investments&view=documents",
  shownDeals: "/members?tab=investments&view=documents&part=shown",
  /** Everything that one holds, its tables, or a tax year. */
  export: "/members?tab=investments&view=documents&part=export",
  yearEnd: "/members?tab=investments&view=documents&part=year-end",
  myInvestments: "/members?tab=investments&view=mine",
  /** The lists of a deal, for who signs and who takes part. */
  dealLists: (id: string) => `/members?tab=investments&view=lists&deal=${id}`,
  events: "/members?tab=events",
  introductions: "/members?tab=directory&view=introductions",
  notices: "/members?tab=account&view=notices",
  messages: "/members?tab=account&view=messages",
  investment: (slug: string) => `/members/investments/${slug}`,
  privacy: "/privacy",
  terms: "/terms",
  hnwiSi: "/hnwi-si",
  /** No address leads here: its document is that of every unknown one. */
  notFound: "/page-not-found",
} as const;

export const anchors = {
  about: "about",
  howItWorks: "how-it-works",
  membership: "membership",
  faq: "faq",
} as const;

/** Absolute URL for mails and terminals. */
export const pageUrl = (appUrl: string, path: string) => `${appUrl}/#${path}`;

/** Prefills code and e-mail. */
export function registrationUrl(appUrl: string, invitation: { code: string; email: string }): string {
  const query = new URLSearchParams({ code: invitation.code, email: invitation.email });
  return pageUrl(appUrl, `${paths.register}?${query}`);
}

/** The first admins set up the club at this address. */
export function setupUrl(appUrl: string, { code, email }: { code: string; email: string }): string {
  return pageUrl(appUrl, `${paths.setup}?${new URLSearchParams({ token: `${code}-${email}` })}`);
}

/** URL without hash: the rendered document. */
export const cleanUrl = (origin: string, path: string): string => new URL(path, origin).href;

/** Shows a draft to admins, at its place on its page. */
export const previewPath = ({ id, kind, slug }: { id: string; kind: string; slug: string }): string =>
  `/preview/${id}${kind === "news" ? `#${slug}` : kind === "faq" ? `#${anchors.faq}` : ""}`;

/** Open Graph image. */
export const previewPicture = (path: string): string =>
  `/previews/${path === paths.home ? "home" : path.slice(1).replaceAll("/", "-")}.jpg`;

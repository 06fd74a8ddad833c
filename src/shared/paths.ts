import { club } from "./club.ts";

/** Every address of the site, as the hash router knows it. Links are written with these and with nothing else. */
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
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  verifyEmail: "/verify-email",
  confirmEmailChange: "/confirm-email-change",
  members: "/members",
  portfolio: "/members?tab=investments",
  directory: "/members?tab=directory",
  editProfile: "/members?tab=directory&view=edit",
  submitProfile: "/members?tab=directory&view=submit",
  account: "/members?tab=account",
  investment: (slug: string) => `/members/investments/${slug}`,
  privacy: "/privacy",
  terms: "/terms",
  hnwiSi: "/hnwi-si",
} as const;

export const anchors = {
  about: "about",
  howItWorks: "how-it-works",
  membership: "membership",
  faq: "faq",
  whyJoin: `why-join-the-${club.product.toLowerCase()}-club`,
} as const;

/** The address that a mail or a terminal gives for a page of the site. */
export const pageUrl = (appUrl: string, path: string) => `${appUrl}/#${path}`;

/** The link of an invitation: the registration form with code and e-mail filled in. */
export function registrationUrl(appUrl: string, invitation: { code: string; email: string }): string {
  const query = new URLSearchParams({ code: invitation.code, email: invitation.email });
  return pageUrl(appUrl, `${paths.register}?${query}`);
}

/** Stands for the site's origin in the files that are built before it is known; the server puts APP_URL in its place. */
export const builtOrigin = "https://site.invalid";

/** The address of a page without a hash, where it can be read without scripts. */
export const cleanUrl = (origin: string, path: string): string => new URL(path, origin).href;

/** The picture that chats and social sites show for a page. */
export const previewPicture = (path: string): string =>
  `/previews/${path === paths.home ? "home" : path.slice(1).replaceAll("/", "-")}.jpg`;

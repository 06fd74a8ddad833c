import { matchPath } from "react-router";
import { paths } from "#shared/paths.ts";
import { type LazyPage, lazyPage } from "#web/lib/lazy-page.tsx";

/** What the club publishes, below which the whole footer stands. One lazy chunk each. */
const publishedPages: Record<string, LazyPage> = {
  [paths.home]: lazyPage(() => import("#web/pages/home/home-page.tsx").then((module) => module.HomePage)),
  [paths.about]: lazyPage(() => import("#web/pages/about-page.tsx").then((module) => module.AboutPage)),
  [paths.membership]: lazyPage(() => import("#web/pages/membership-page.tsx").then((module) => module.MembershipPage)),
  [paths.insights]: lazyPage(() => import("#web/pages/insights-page.tsx").then((module) => module.InsightsPage)),
  [paths.article(":slug")]: lazyPage(() => import("#web/pages/article-page.tsx").then((module) => module.ArticlePage)),
  [paths.calculator]: lazyPage(() => import("#web/pages/calculator-page.tsx").then((module) => module.CalculatorPage)),
  [paths.news]: lazyPage(() => import("#web/pages/news-page.tsx").then((module) => module.NewsPage)),
  [paths.founders]: lazyPage(() => import("#web/pages/founders-page.tsx").then((module) => module.FoundersPage)),
  [paths.contact]: lazyPage(() => import("#web/pages/contact-page.tsx").then((module) => module.ContactPage)),
  [paths.privacy]: lazyPage(() => import("#web/pages/legal/legal-pages.tsx").then((module) => module.PrivacyPage)),
  [paths.terms]: lazyPage(() => import("#web/pages/legal/legal-pages.tsx").then((module) => module.TermsPage)),
  [paths.hnwiSi]: lazyPage(() => import("#web/pages/legal/legal-pages.tsx").then((module) => module.InvestorTypesPage)),
};

export const openPages: Record<string, LazyPage> = {
  ...publishedPages,
  [paths.login]: lazyPage(() => import("#web/pages/login-page.tsx").then((module) => module.LoginPage)),
  [paths.register]: lazyPage(() => import("#web/pages/register-page.tsx").then((module) => module.RegisterPage)),
  [paths.setup]: lazyPage(() => import("#web/pages/setup-page.tsx").then((module) => module.SetupPage)),
  [paths.forgotPassword]: lazyPage(() =>
    import("#web/pages/recovery/ask-link-pages.tsx").then((module) => module.ForgotPasswordPage),
  ),
  [paths.resetPassword]: lazyPage(() =>
    import("#web/pages/reset-password-page.tsx").then((module) => module.ResetPasswordPage),
  ),
  [paths.signInLink]: lazyPage(() =>
    import("#web/pages/recovery/ask-link-pages.tsx").then((module) => module.SignInLinkPage),
  ),
  [paths.useSignInLink]: lazyPage(() =>
    import("#web/pages/use-sign-in-link-page.tsx").then((module) => module.UseSignInLinkPage),
  ),
  [paths.verifyEmail]: lazyPage(() =>
    import("#web/pages/verify-email-page.tsx").then((module) => module.VerifyEmailPage),
  ),
  [paths.confirmEmailChange]: lazyPage(() =>
    import("#web/pages/confirm-email-change-page.tsx").then((module) => module.ConfirmEmailChangePage),
  ),
  [paths.confirmNewsletter]: lazyPage(() =>
    import("#web/pages/mail-links/consent-pages.tsx").then((module) => module.ConfirmNewsletterPage),
  ),
  [paths.unsubscribe]: lazyPage(() =>
    import("#web/pages/mail-links/consent-pages.tsx").then((module) => module.UnsubscribePage),
  ),
  [paths.unsubscribeNewsletter]: lazyPage(() =>
    import("#web/pages/mail-links/consent-pages.tsx").then((module) => module.UnsubscribeNewsletterPage),
  ),
  [paths.companyAccount]: lazyPage(() =>
    import("#web/pages/company-account-page.tsx").then((module) => module.CompanyAccountPage),
  ),
  [paths.companyUpdate]: lazyPage(() =>
    import("#web/pages/company-update-page.tsx").then((module) => module.CompanyUpdatePage),
  ),
  [paths.adviser]: lazyPage(() => import("#web/pages/adviser-page.tsx").then((module) => module.AdviserPage)),
};

export const authGate = lazyPage(() => import("./auth-gate.tsx").then((module) => module.AuthGate));

export const memberPages: Record<string, LazyPage> = {
  [paths.members]: lazyPage(() => import("./members/members-page.tsx").then((module) => module.MembersPage)),
  [paths.investment(":slug")]: lazyPage(() =>
    import("./members/investment-page.tsx").then((module) => module.InvestmentPage),
  ),
};

export const notFoundPage = lazyPage(() => import("#web/lib/not-found-page.tsx").then((module) => module.NotFoundPage));

/** Prefetches a route's chunk; errors are reported when it is shown. */
export async function loadPage(pathname: string): Promise<void> {
  const page = pageAt(openPages, pathname);
  const memberPage = pageAt(memberPages, pathname);
  const needed = memberPage ? [authGate, memberPage] : [page ?? notFoundPage];
  await Promise.all(needed.map(({ load }) => load())).catch(() => {});
}

/** What a public page asks the API for, by path of the API. */
export function siteDataAt(pathname: string): string[] {
  const article = articleAt(pathname);
  return article ? [article, "/articles"] : (siteDataOf[pathname] ?? []);
}

/** The path of the API for the article at an address; none where the address is of another page. */
function articleAt(pathname: string): string | undefined {
  const slug = matchPath(paths.article(":slug"), pathname)?.params.slug;
  return slug && `/articles/${slug}`;
}

/**
 * Where the document at an address was rendered: all unknown addresses have the same one, also those of articles that there are not.
 * @param given what the document was rendered from, by path of the API.
 */
export function renderedAt(pathname: string, given: Record<string, unknown>): string {
  const article = articleAt(pathname);
  return article && !(article in given) ? paths.notFound : pathname;
}

const siteDataOf: Record<string, string[]> = {
  [paths.home]: ["/site-pages/home", "/articles"],
  [paths.about]: ["/site-pages/about", "/co-founders"],
  [paths.membership]: ["/site-pages/membership", "/faqs"],
  [paths.founders]: ["/site-pages/founders", "/faqs"],
  [paths.calculator]: ["/site-pages/calculator"],
  [paths.insights]: ["/articles"],
  [paths.news]: ["/news"],
  [paths.privacy]: ["/pages/privacy"],
  [paths.terms]: ["/pages/terms"],
  [paths.hnwiSi]: ["/pages/hnwi-si"],
};

export const isPublished = (pathname: string): boolean => pageAt(publishedPages, pathname) !== undefined;

const pageAt = (pages: Record<string, LazyPage>, pathname: string): LazyPage | undefined =>
  Object.entries(pages).find(([path]) => matchPath(path, pathname))?.[1];

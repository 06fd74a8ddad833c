import { lazy } from "react";
import { Route, Routes } from "react-router";
import { paths } from "#shared/paths.ts";
import { Layout } from "./layout.tsx";

const HomePage = lazy(() => import("#web/home/home-page.tsx").then((module) => ({ default: module.HomePage })));
const AboutPage = lazy(() => import("#web/pages/about-page.tsx").then((module) => ({ default: module.AboutPage })));
const MembershipPage = lazy(() =>
  import("#web/pages/membership-page.tsx").then((module) => ({ default: module.MembershipPage })),
);
const InsightsPage = lazy(() =>
  import("#web/pages/insights-page.tsx").then((module) => ({ default: module.InsightsPage })),
);
const ArticlePage = lazy(() =>
  import("#web/pages/article-page.tsx").then((module) => ({ default: module.ArticlePage })),
);
const CalculatorPage = lazy(() =>
  import("#web/pages/calculator-page.tsx").then((module) => ({ default: module.CalculatorPage })),
);
const NewsPage = lazy(() => import("#web/pages/news-page.tsx").then((module) => ({ default: module.NewsPage })));
const FoundersPage = lazy(() =>
  import("#web/pages/founders-page.tsx").then((module) => ({ default: module.FoundersPage })),
);
const ContactPage = lazy(() =>
  import("#web/pages/contact-page.tsx").then((module) => ({ default: module.ContactPage })),
);
const LoginPage = lazy(() => import("#web/pages/login-page.tsx").then((module) => ({ default: module.LoginPage })));
const RegisterPage = lazy(() =>
  import("#web/pages/register-page.tsx").then((module) => ({ default: module.RegisterPage })),
);
const PrivacyPage = lazy(() =>
  import("#web/pages/privacy-page.tsx").then((module) => ({ default: module.PrivacyPage })),
);
const TermsPage = lazy(() => import("#web/pages/terms-page.tsx").then((module) => ({ default: module.TermsPage })));
const InvestorTypesPage = lazy(() =>
  import("#web/pages/investor-types-page.tsx").then((module) => ({ default: module.InvestorTypesPage })),
);
const AuthGate = lazy(() => import("./auth-gate.tsx").then((module) => ({ default: module.AuthGate })));
const MembersPage = lazy(() =>
  import("#web/members/members-page.tsx").then((module) => ({ default: module.MembersPage })),
);
const InvestmentPage = lazy(() =>
  import("#web/members/investment-page.tsx").then((module) => ({ default: module.InvestmentPage })),
);
const NotFoundPage = lazy(() =>
  import("#web/pages/not-found-page.tsx").then((module) => ({ default: module.NotFoundPage })),
);

/** Every route is a file of its own that is loaded when it is visited. */
export function SiteRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.about} element={<AboutPage />} />
        <Route path={paths.membership} element={<MembershipPage />} />
        <Route path={paths.insights} element={<InsightsPage />} />
        <Route path={paths.article(":slug")} element={<ArticlePage />} />
        <Route path={paths.calculator} element={<CalculatorPage />} />
        <Route path={paths.news} element={<NewsPage />} />
        <Route path={paths.founders} element={<FoundersPage />} />
        <Route path={paths.contact} element={<ContactPage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.register} element={<RegisterPage />} />
        <Route path={paths.privacy} element={<PrivacyPage />} />
        <Route path={paths.terms} element={<TermsPage />} />
        <Route path={paths.hnwiSi} element={<InvestorTypesPage />} />
        <Route element={<AuthGate />}>
          <Route path={paths.members} element={<MembersPage />} />
          <Route path={paths.investment(":slug")} element={<InvestmentPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

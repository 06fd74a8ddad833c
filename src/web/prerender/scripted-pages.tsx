import { lazy, type ReactNode } from "react";
import { Route, Routes } from "react-router";
import { paths } from "#shared/paths.ts";
import { Layout } from "#web/app/layout.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import type { PublicPage } from "./public-pages.ts";

const LoginPage = lazy(() => import("#web/pages/login-page.tsx").then((module) => ({ default: module.LoginPage })));
const RegisterPage = lazy(() =>
  import("#web/pages/register-page.tsx").then((module) => ({ default: module.RegisterPage })),
);

/** Pages with a clean address that are nothing without scripts: their document says so to whoever has none. */
export const scriptedPages: readonly (PublicPage & { routes: ReactNode })[] = [
  {
    path: paths.login,
    modules: ["pages/login-page.tsx"],
    routes: inLayout(<LoginPage />, <ScriptsNeeded page="Member Zone" for="Signing in" />),
  },
  {
    path: paths.register,
    modules: ["pages/register-page.tsx"],
    routes: inLayout(<RegisterPage />, <ScriptsNeeded page="Register" for="Registering" />),
  },
];

function ScriptsNeeded({ page, for: purpose }: { page: string; for: string }) {
  const title = `${purpose} needs JavaScript`;
  usePageMeta(page, title);
  return (
    <div className="wrap page page-end">
      <EmptyState
        picture="signed-out"
        heading="h1"
        title={title}
        text="Switch it on in your browser and load this page again."
        action={<TextLink to={paths.home}>Back to the home page</TextLink>}
      />
    </div>
  );
}

/**
 * The page is there to be seen until the app can work it. Inert: a form that is sent without its script would put the
 * password into the address.
 */
function inLayout(page: ReactNode, withoutScripts: ReactNode): ReactNode {
  const both = (
    <>
      <div className="needs-scripts" inert>
        {page}
      </div>
      <noscript>{withoutScripts}</noscript>
    </>
  );
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path="*" element={both} />
      </Route>
    </Routes>
  );
}

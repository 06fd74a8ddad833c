import type { ReactNode } from "react";
import { Route, Routes } from "react-router";
import { paths } from "#shared/paths.ts";
import { Layout } from "#web/app/layout.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import type { PublicPage } from "./public-pages.ts";

/** Pages with a clean address that are nothing without scripts: their document says so to whoever has none. */
export const scriptedPages: readonly (PublicPage & { routes: ReactNode })[] = [
  {
    path: paths.login,
    module: "pages/login-page.tsx",
    routes: inLayout(<ScriptsNeeded page="Member Zone" for="Signing in" />),
  },
  {
    path: paths.register,
    module: "pages/register-page.tsx",
    routes: inLayout(<ScriptsNeeded page="Register" for="Registering" />),
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

function inLayout(page: ReactNode): ReactNode {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>
  );
}

import type { ReactNode } from "react";
import { paths } from "#shared/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import type { PublicPage } from "./public-pages.ts";

interface ScriptedPage extends PublicPage {
  withoutScripts: ReactNode;
}

/** Pages with a clean address that need scripts; without them the document says so. */
export const scriptedPages: readonly ScriptedPage[] = [
  { path: paths.login, modules: ["pages/login-page.tsx"], withoutScripts: <ScriptsNeeded for="Signing in" /> },
  { path: paths.register, modules: ["pages/register-page.tsx"], withoutScripts: <ScriptsNeeded for="Registering" /> },
];

function ScriptsNeeded({ for: purpose }: { for: string }) {
  return (
    <div className="wrap page page-end">
      <EmptyState
        picture="signed-out"
        heading="h1"
        title={`${purpose} needs JavaScript`}
        text="Switch it on in your browser and load this page again."
        action={<TextLink to={paths.home}>Back to the home page</TextLink>}
      />
    </div>
  );
}

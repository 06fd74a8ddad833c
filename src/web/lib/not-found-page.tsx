import { useLocation } from "react-router";
import { paths } from "#shared/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { useIsHydrating } from "./hydration.tsx";
import { usePageMeta } from "./page-meta.ts";
import { useSession } from "./session.ts";

export function NotFoundPage() {
  const { pathname } = useLocation();
  const { status } = useSession();
  usePageMeta("Page not found", "There is no page at this address.");
  // The prerendered document serves all such addresses.
  const wanted = useIsHydrating() ? "this address" : readable(pathname);
  return (
    <div className="wrap page page-end">
      <EmptyState
        heading="h1"
        picture="not-found"
        title="Page not found"
        text={<>We looked for “{wanted}” and there is nothing there.</>}
        action={
          <div className="flex flex-wrap justify-center gap-x-8">
            <TextLink to={paths.home}>Back to Home</TextLink>
            {status === "signed-in" && <TextLink to={paths.members}>Members</TextLink>}
            <TextLink to={paths.insights}>Insights</TextLink>
            <TextLink to={paths.contact}>Contact</TextLink>
          </div>
        }
      />
    </div>
  );
}

function readable(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

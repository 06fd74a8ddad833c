import { Suspense, useCallback, useEffect, useState } from "react";
import { paths } from "#shared/paths.ts";
import type { AdviserView } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatMessages, adviserPageMessages as messages } from "#shared/portfolio/adviser-seats-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./mail-links/link-token.ts";

const adviserView = lazyPage(() =>
  import("#web/features/portfolio/advisers/adviser-view.tsx").then((file) => file.AdviserHoldings),
);

type State = { is: "reading" } | { is: "open"; view: AdviserView } | { is: "failed" } | { is: "invalid" };

/** An adviser's, by the link of a member and without an account. */
export function AdviserPage() {
  usePageMeta(messages.title, messages.title);
  const { token } = useLinkToken(paths.adviser);
  // Another link can be opened in the same tab: nothing that a link before it was answered is shown of this one.
  return token ? <Opened key={token} token={token} /> : <Invalid />;
}

function Opened({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: "reading" });
  const refuse = useCallback((error: unknown) => {
    if (isLinkInvalid(error)) setState({ is: "invalid" });
    return isLinkInvalid(error);
  }, []);
  const read = useCallback(
    async (on?: string) => {
      try {
        const view = await callApi<AdviserView>("POST", "/adviser-links/read", { token, ...(on && { on }) });
        setState({ is: "open", view });
      } catch (error) {
        if (!refuse(error)) setState({ is: "failed" });
      }
    },
    [token, refuse],
  );
  useEffect(() => void read(), [read]);

  if (state.is === "invalid") return <Invalid />;
  if (state.is === "open")
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Page
          page={adviserView}
          view={state.view}
          token={token}
          onDay={(on: string) => void read(on)}
          onRefused={refuse}
        />
      </Suspense>
    );
  if (state.is === "reading") return <PageSkeleton />;
  return (
    <div className="wrap py-16">
      <LoadFailed
        heading="h1"
        title="The holdings could not be loaded"
        text="The club did not answer."
        onRetry={read}
      />
    </div>
  );
}

const Invalid = () => (
  <div className="auth-page">
    <LinkInvalid
      title="This link opens nothing"
      text={adviserSeatMessages.linkInvalid}
      to={paths.home}
      label="Back to Home"
    />
  </div>
);

const PageSkeleton = () => (
  <div className="wrap py-16">
    <Skeletons label="Loading the holdings" count={1}>
      <Skeleton className="h-96" />
    </Skeletons>
  </div>
);

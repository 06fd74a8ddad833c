import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { accountTab, parameters } from "#web/lib/member-tabs.ts";
import { MembersArea } from "./members-area.tsx";
import { MembersOnly } from "./members-only.tsx";

const ClosedAccount = lazy(() => import("./closed-account.tsx").then((module) => ({ default: module.ClosedAccount })));

/** The account page is open to whoever is signed in, also to those to whom the rest is closed. */
export function MembersPage() {
  const [search] = useSearchParams();
  const isAccount = search.get(parameters.tab) === accountTab.value;
  return (
    <MembersOnly
      whenClosed={
        isAccount
          ? (session) => (
              <Suspense>
                <ClosedAccount session={session} />
              </Suspense>
            )
          : undefined
      }
    >
      {(session) => <MembersArea session={session} />}
    </MembersOnly>
  );
}

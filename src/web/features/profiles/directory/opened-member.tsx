import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { MemberProfile } from "#shared/profiles.ts";
import { parameters } from "#web/lib/address-parameters.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { memberPanelPage } from "./member-panel-page.ts";

/** The panel, once the address has named a profile; it stays, to slide out when the address names nobody any more. */
export function OpenedMember({ members }: { members: MemberProfile[] | undefined }) {
  const [address] = useSearchParams();
  const isNamed = address.has(parameters.member);
  const [wasNamed, setNamed] = useState(isNamed);
  if (isNamed && !wasNamed) setNamed(true);
  if (!wasNamed) return null;
  return (
    <Suspense fallback={null}>
      <Page page={memberPanelPage} members={members} />
    </Suspense>
  );
}

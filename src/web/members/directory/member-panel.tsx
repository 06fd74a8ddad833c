import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { MemberProfile } from "#shared/member-profiles.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { parameters } from "../member-tabs.ts";
import type { ListState } from "../use-list.ts";
import { MemberDetails } from "./member-details.tsx";
import { positionLine } from "./position-line.ts";

/** The profile that the address names. It may stand on a later page of the list, which is then fetched. */
export function MemberPanel({ list }: { list: ListState<MemberProfile> }) {
  const { items, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const [search, setSearch] = useSearchParams();
  const id = search.get(parameters.member);
  const member = items?.find((candidate) => candidate.id === id);
  const isSought = id !== null && items !== undefined && !member && !isError;

  useEffect(() => {
    if (isSought && hasNextPage && !isFetching) void fetchNextPage();
  }, [isSought, hasNextPage, isFetching, fetchNextPage]);

  // Kept while the panel slides out, when the address names nobody any more.
  const [shown, setShown] = useState(member);
  if (member && member !== shown) setShown(member);

  const close = () =>
    setSearch(
      (now) => {
        now.delete(parameters.member);
        return now;
      },
      { replace: true },
    );

  if (isSought && !hasNextPage && !isFetching) {
    return (
      <div role="status" className="mt-6">
        <Notice title="This profile is not in the list.">It may have been taken out of the directory.</Notice>
      </div>
    );
  }
  if (!shown) return null;
  return (
    <Panel
      isOpen={member !== undefined}
      onClose={close}
      title={shown.full_name}
      head={<Avatar name={shown.full_name} imageUrl={shown.profile_image_url} size="large" />}
      subtitle={positionLine(shown)}
    >
      <MemberDetails member={shown} />
    </Panel>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { introductionMessages as messages } from "#shared/introductions/introduction-messages.ts";
import type { Introduction, IntroductionBlock } from "#shared/introductions/introductions.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { blocksKey, introductionKey } from "./introduction-key.ts";
import { IntroductionRow } from "./introduction-row.tsx";
import { ownSettingsQuery } from "./introduction-settings.tsx";

export const introductionListId = "introductions";

/** What one asked for and was asked for, and whom one blocked. */
export function Introductions() {
  const list = useList<Introduction>({ path: "/introductions", failureMessage: messages.failed });
  const { data: settings } = useQuery(ownSettingsQuery);
  return (
    <>
      <ViewRail heading="Introductions">
        <div id={introductionListId} tabIndex={-1} className="grid gap-4 outline-none">
          {settings?.barred_because && (
            <Notice tone="warning">You cannot ask for introductions: {settings.barred_because}</Notice>
          )}
          <ListView
            list={list}
            noun="introductions"
            loading={messages.loading}
            empty={
              <EmptyState
                isCard
                title="No introductions yet"
                text="Open a member in the directory and ask to meet them."
                action={<LinkButton to={paths.directory}>Open the directory</LinkButton>}
              />
            }
          >
            {(introductions) => (
              <ul className="person-rows">
                {introductions.map((introduction) => (
                  <li key={introduction.id}>
                    <IntroductionRow introduction={introduction} />
                  </li>
                ))}
              </ul>
            )}
          </ListView>
        </div>
      </ViewRail>
      <Blocks />
    </>
  );
}

/** Nothing without one. */
function Blocks() {
  const list = useList<IntroductionBlock>({ path: "/introduction-blocks" });
  const client = useQueryClient();
  if (!list.items?.length) return null;
  const unblock = async ({ id }: IntroductionBlock) => {
    try {
      await callApi("DELETE", `/introduction-blocks/${id}`);
      toast({ title: "They can ask you again." });
      document.getElementById(introductionListId)?.focus({ preventScroll: true });
    } catch (error) {
      toastFailure(messages.failed, error as Error);
    }
    await Promise.all([blocksKey, introductionKey].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return (
    <ViewRail heading="Members you blocked" isBlock>
      <ListView list={list} noun="members" loading={messages.loading} empty={null}>
        {(blocks) => (
          <ul className="person-rows">
            {blocks.map((block) => (
              <li key={block.id}>
                <PersonRow
                  name={block.name}
                  notes={<p className="note num">{longDate(block.blocked_at)}</p>}
                  end={
                    <RowAction labelEnd={block.name} onClick={() => unblock(block)}>
                      Unblock
                    </RowAction>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </ViewRail>
  );
}

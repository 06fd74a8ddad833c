import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  introductionStateWords,
  introductionTitle,
  introductionMessages as messages,
} from "#shared/introductions/introduction-messages.ts";
import type { Introduction, IntroductionBlock } from "#shared/introductions/introductions.ts";
import { paths } from "#shared/paths.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate, monthOf } from "#web/lib/format.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { useAction } from "#web/lib/use-action.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { blocksKey, introductionKey } from "./introduction-key.ts";
import { ownSettingsQuery } from "./introduction-settings.tsx";

export const introductionListId = "introductions";

/** What one asked for and was asked for, and whom one blocked. */
export function Introductions() {
  const list = useList<Introduction>({ path: "/introductions" });
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
      toastFailure(messages.notDone.unblock, error as Error);
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

const tones: Record<Introduction["state"], BadgeTone> = {
  open: "waiting",
  accepted: "live",
  declined: "over",
  withdrawn: "over",
  expired: "over",
};

type Action = "accept" | "decline" | "withdraw" | "block";
const done: Record<Action, string> = {
  accept: "You are introduced. Both of you have a mail with the other’s address.",
  decline: "They are told that it did not come about.",
  withdraw: "Your request is withdrawn.",
  block: "Blocked",
};

function IntroductionRow({ introduction }: { introduction: Introduction }) {
  const { id, name, state, can } = introduction;
  const { act, isPending, variables } = useAction<unknown, Action>((action) => `/introductions/${id}/${action}`, {
    done: (_, action) => done[action],
    failed: (action) => messages.notDone[action],
    overtaken: { code: "introduction_answered", title: messages.overtaken },
    invalidates: [introductionKey, blocksKey],
  });
  const busy = (action: Action) => isPending && variables === action && messages.sending;
  return (
    <PersonRow
      name={introductionTitle(introduction)}
      avatarName={name}
      notes={<Notes introduction={introduction} />}
      end={<Badge tone={tones[state]}>{introductionStateWords[state]}</Badge>}
    >
      <blockquote
        className="max-w-(--measure) whitespace-pre-line wrap-anywhere before:content-['“'] after:content-['”']"
        dir="auto"
      >
        {introduction.message}
      </blockquote>
      {introduction.email && (
        <p>
          Address: <InlineLink to={`mailto:${introduction.email}`}>{introduction.email}</InlineLink>
        </p>
      )}
      {(can.accept || can.withdraw) && (
        <div className="button-row mt-1">
          {can.accept && (
            <Button isSmall busyLabel={busy("accept")} onClick={() => act("accept")}>
              Accept, share my address
            </Button>
          )}
          {can.decline && (
            <Button isSmall variant="outline" busyLabel={busy("decline")} onClick={() => act("decline")}>
              Decline
            </Button>
          )}
          {can.withdraw && (
            <Button isSmall variant="outline" busyLabel={busy("withdraw")} onClick={() => act("withdraw")}>
              Withdraw
            </Button>
          )}
        </div>
      )}
      {(can.block || can.report) && (
        <div className="record-actions">
          {can.block && (
            <ConfirmButton
              label={`Block ${name}`}
              labelEnd=""
              title={`Block ${name}?`}
              text="They can ask you for no introduction any more, and are not told that you blocked them."
              cancelLabel="Do not block"
              variant="secondary"
              onConfirm={(close) => act("block", close)}
            />
          )}
          {can.report && (
            <ReasonButton
              to={`/introductions/${id}/report`}
              labelEnd={name}
              words={{
                title: `Report the message of ${name}?`,
                text: "The admins then read this message and your reason, and nothing else of your introductions.",
                submit: "Report to admins",
                done: "Reported to the admins.",
                failed: messages.notDone.report,
              }}
              hint="What is wrong with it"
              variant="danger"
              invalidates={[introductionKey]}
            />
          )}
        </div>
      )}
      {can.decline && (
        <p className="note">If you decline they are told that it did not come about, without a reason.</p>
      )}
      {introduction.is_reported && <p className="note">You reported this message.</p>}
    </PersonRow>
  );
}

function Notes({ introduction }: { introduction: Introduction }) {
  const { tier, location, member_since, asked_at, expires_at, state } = introduction;
  const about = [tier && `${tierLabels[tier]} member`, location].filter(Boolean).join(", ");
  const since = member_since && `Member since ${monthOf(member_since)}`;
  return (
    <>
      {(about || since) && <p className="note wrap-anywhere">{[about, since].filter(Boolean).join(". ")}</p>}
      <p className="note num">
        {state === "open" ? `To be answered by ${longDate(expires_at)}` : `Asked on ${longDate(asked_at)}`}
      </p>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { OwnTier } from "#shared/people/people.ts";
import { ownTierMessages as messages, tierLabels, tierWords } from "#shared/people/people-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useOptimisticSwitch } from "#web/lib/use-optimistic-save.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";

export function OwnTierSection() {
  const {
    data: own,
    isPending,
    refetch,
  } = useQuery({
    queryKey: queryKeys.ownTier,
    queryFn: ({ signal }) => callApi<OwnTier>("GET", "/memberships/me", undefined, signal),
  });
  return (
    <AccountSection heading={messages.heading} part="tier">
      {own && <TierDetails own={own} />}
      {isPending && (
        <Skeletons label={messages.loading} className="grid max-w-[28rem] gap-3">
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/5" />
        </Skeletons>
      )}
      {!isPending && !own && <SectionFailed text={messages.failed} onRetry={refetch} />}
    </AccountSection>
  );
}

function TierDetails({ own }: { own: OwnTier }) {
  const { tier, until, tiers } = own;
  const plan = useClub().plans.find(({ name }) => name === tierLabels[tier]);
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        <p>{messages.now(tierWords(tier, until, longDate))}</p>
        <p className="muted max-w-(--measure)">
          {plan && messages.fee(plan.investment_fee_percent)} {messages.priority[tier]}
        </p>
      </div>
      {own.can.show ? <ShownInDirectory isShown={own.is_shown} /> : <p className="muted">{messages.noProfile}</p>}
      <div className="grid gap-4">
        <h4 className="d4">{messages.historyHeading}</h4>
        {tiers.length === 0 && <p className="muted">{messages.noHistory}</p>}
        {tiers.length > 0 && (
          <ul className="grid w-full max-w-[40rem] border-t border-line">
            {tiers.map((entry) => (
              <li key={entry.id} className="grid gap-1 border-b border-line py-3">
                <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
                  <span>{tierWords(entry.tier, entry.until, longDate)}</span>
                  <span className="note num">{messages.since(longDate(entry.from))}</span>
                </div>
                <p className="note whitespace-pre-line wrap-anywhere" dir="auto">
                  {entry.reason}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function ShownInDirectory({ isShown }: { isShown: boolean }) {
  const { actAsync } = useAction<OwnTier, { is_shown: boolean }>("/memberships/me/shown", {
    method: "PUT",
    scope: "shown-in-directory",
    answerKey: queryKeys.ownTier,
    done: messages.saved,
    failed: accountMessages.failed.title,
    invalidates: [queryKeys.profiles],
  });
  const [isShownNow, show] = useOptimisticSwitch(isShown, (is_shown) => actAsync({ is_shown }));
  return <Checkbox label={messages.show} checked={isShownNow} onChange={({ target }) => show(target.checked)} />;
}

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
        <Skeletons label="Loading your membership" className="grid max-w-[28rem] gap-3">
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/5" />
        </Skeletons>
      )}
      {!isPending && !own && <SectionFailed text="Your membership did not load." onRetry={refetch} />}
    </AccountSection>
  );
}

function TierDetails({ own }: { own: OwnTier }) {
  const { tier, until, tiers } = own;
  const plan = useClub().plans.find(({ name }) => name === tierLabels[tier]);
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        <p>Your tier is {tierWords(tier, until, longDate)}.</p>
        <p className="muted max-w-(--measure)">
          {plan && `The club’s fee on your next commitment is ${plan.investment_fee_percent}% of what it costs.`}{" "}
          {messages.priority[tier]}
        </p>
      </div>
      {own.can.show ? (
        <ShownInDirectory isShown={own.is_shown} />
      ) : (
        <p className="muted">Once you have a profile in the directory, you can choose whether it shows your tier.</p>
      )}
      <div className="grid gap-4">
        <h4 className="d4">Your tiers</h4>
        {tiers.length === 0 && <p className="muted">You have been on Trial from the start.</p>}
        {tiers.length > 0 && (
          <ul className="grid w-full max-w-[40rem] border-t border-line">
            {tiers.map((entry) => (
              <li key={entry.id} className="grid gap-1 border-b border-line py-3">
                <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
                  <span>{tierWords(entry.tier, entry.until, longDate)}</span>
                  <span className="note num">from {longDate(entry.from)}</span>
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
    done: { title: "Saved" },
    failed: accountMessages.failed.title,
    invalidates: [queryKeys.profiles],
  });
  const [isShownNow, show] = useOptimisticSwitch(isShown, (is_shown) => actAsync({ is_shown }));
  return (
    <Checkbox
      label="Show my tier in the member directory"
      checked={isShownNow}
      onChange={({ target }) => show(target.checked)}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { accountMessages } from "#shared/account/account-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPence } from "#shared/pence.ts";
import type { OwnTier } from "#shared/people/people.ts";
import { ownTierMessages as messages, type Tier, tierLabels, tierWords } from "#shared/people/people-messages.ts";
import { breakEvenPence } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useOptimisticSwitch } from "#web/lib/use-optimistic-save.ts";
import { AccountPart, AccountSection } from "#web/ui/account-section.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { AnyLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";

/** Of the account: the plan, what it costs, and how another one is had. */
export function OwnPlan() {
  const {
    data: own,
    isPending,
    refetch,
  } = useQuery({
    queryKey: queryKeys.ownTier,
    queryFn: ({ signal }) => callApi<OwnTier>("GET", "/memberships/me", undefined, signal),
  });
  return (
    <AccountPart title="Plan and payment">
      {own && <PlanDetails own={own} />}
      {isPending && (
        <Skeletons label="Loading your plan" className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Skeletons>
      )}
      {!isPending && !own && <SectionFailed text="Your plan could not be loaded." onRetry={refetch} />}
    </AccountPart>
  );
}

function PlanDetails({ own }: { own: OwnTier }) {
  const { tier, until, tiers } = own;
  const { plans } = useClub();
  const plan = plans.find(({ name }) => name === tierLabels[tier]);
  return (
    <>
      <AccountSection heading="Your plan" anchor="tier">
        <dl className="plan-facts">
          <div>
            <dt>Plan</dt>
            <dd>{tierLabels[tier]}</dd>
            <dd className="note">{until ? `Until ${longDate(until)}, then Trial` : "Without an end"}</dd>
          </div>
          {plan && (
            <>
              <div>
                <dt>A year</dt>
                <dd>{formatPence(plan.annual_price_pence)}</dd>
              </div>
              <div>
                <dt>Fee on a deal</dt>
                <dd>{plan.investment_fee_percent}%</dd>
                <dd className="note">Of what your next commitment costs</dd>
              </div>
            </>
          )}
        </dl>
        <p className="note mt-3 max-w-(--measure)">{messages.priority[tier]}</p>
        {own.can.show ? (
          <ShownInDirectory isShown={own.is_shown} />
        ) : (
          <p className="note mt-2 max-w-(--measure)">
            Once you have a profile in the directory, you can choose whether it shows your plan.
          </p>
        )}
      </AccountSection>
      <ChangePlan tier={tier} />
      {tiers.length > 0 && (
        <AccountSection heading="Your plans until now">
          <ul className="account-rows">
            {tiers.map((entry) => (
              <li key={entry.id} className="account-row">
                <div>
                  <b>{tierWords(entry.tier, entry.until, longDate)}</b>
                  <p className="note whitespace-pre-line wrap-anywhere" dir="auto">
                    {entry.reason}
                  </p>
                </div>
                <span className="note num">from {longDate(entry.from)}</span>
              </li>
            ))}
          </ul>
        </AccountSection>
      )}
    </>
  );
}

type ClubPlan = Club["plans"][number];

/** Another plan is applied for, or asked for by email; an admin gives it. */
function ChangePlan({ tier }: { tier: Tier }) {
  const { plans, identity } = useClub();
  const own = plans.findIndex(({ name }) => name === tierLabels[tier]);
  const columns: RecordColumn<ClubPlan>[] = [
    { header: "Plan", cell: ({ name }) => name },
    { header: "A year", isRight: true, className: "num", cell: (plan) => formatPence(plan.annual_price_pence) },
    { header: "Fee on a deal", isRight: true, className: "num", cell: (plan) => `${plan.investment_fee_percent}%` },
    {
      header: "What it costs you",
      className: "w-full",
      cell: (plan) => costWords(plan, plans[plans.indexOf(plan) - 1]),
    },
    {
      header: "Actions",
      isActions: true,
      cell: (plan) => {
        const place = plans.indexOf(plan);
        if (place === own) return <span className="note whitespace-nowrap">Your plan</span>;
        return (
          <AnyLink
            className="row-action"
            to={
              place > own && plan.application_url
                ? plan.application_url
                : `mailto:${identity.contact_email}?subject=${plan.name}`
            }
          >
            {place > own && plan.application_url ? plan.button_label : "Write to the club"}
            <span className="sr-only"> about {plan.name}</span>
          </AnyLink>
        );
      },
    },
  ];
  return (
    <AccountSection heading="Change plan">
      <RecordTable
        caption="The club’s plans"
        columns={columns}
        rows={plans}
        rowKey={({ name }) => name}
        isMarked={({ name }) => name === tierLabels[tier]}
      />
      <p className="note mt-3 max-w-(--measure)">
        An admin changes your plan once you have applied or written. A commitment keeps the fee it was placed with, or
        takes a lower one when you change it.
      </p>
    </AccountSection>
  );
}

function costWords(plan: ClubPlan, cheaper: ClubPlan | undefined): string {
  if (plan.annual_price_pence === 0) return "Nothing, until you invest";
  const from = cheaper && breakEvenPence(plan, cheaper);
  return from ? `Less than ${cheaper.name} once you invest more than ${formatPounds(from)} a year` : "";
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
      label="Show my plan in the member directory"
      checked={isShownNow}
      onChange={({ target }) => show(target.checked)}
    />
  );
}

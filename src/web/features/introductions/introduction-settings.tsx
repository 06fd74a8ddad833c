import { queryOptions, useQuery } from "@tanstack/react-query";
import { accountMessages } from "#shared/account/account-messages.ts";
import { introductionMessages as messages } from "#shared/introductions/introduction-messages.ts";
import type { IntroductionSettings } from "#shared/introductions/introductions.ts";
import { callApi } from "#web/lib/api.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useOptimisticSwitch } from "#web/lib/use-optimistic-save.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { settingsKey } from "./introduction-key.ts";

export const ownSettingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => callApi<IntroductionSettings>("GET", "/introduction-settings/me", undefined, signal),
});

export function IntroductionSettingsSection() {
  const { data, isPending, refetch } = useQuery(ownSettingsQuery);
  return (
    <AccountSection heading="Introductions">
      {data && <TakesIntroductions isOff={data.is_off} />}
      {isPending && (
        <Skeletons label={messages.loading} className="grid max-w-[28rem] gap-3">
          <Skeleton className="h-4" />
        </Skeletons>
      )}
      {!isPending && !data && <SectionFailed text={messages.failed} onRetry={refetch} />}
    </AccountSection>
  );
}

function TakesIntroductions({ isOff }: { isOff: boolean }) {
  const { actAsync } = useAction<IntroductionSettings, Pick<IntroductionSettings, "is_off">>(
    "/introduction-settings/me",
    {
      method: "PUT",
      scope: "introduction-settings",
      answerKey: settingsKey,
      done: ({ is_off }) => (is_off ? "Nobody can ask you now." : "Members may ask you."),
      failed: accountMessages.failed.title,
    },
  );
  const [isRefused, refuse] = useOptimisticSwitch(isOff, (is_off) => actAsync({ is_off }));
  return (
    <div className="grid gap-2">
      <Checkbox
        label="Members may ask to be introduced to me"
        checked={!isRefused}
        onChange={({ target }) => refuse(!target.checked)}
      />
      <p className="note max-w-(--measure)">
        Your address is shared only with somebody whose request you accept. When this is off, nobody can ask.
      </p>
    </div>
  );
}

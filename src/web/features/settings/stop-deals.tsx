import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Setting, SettingValues } from "#shared/settings/settings.ts";
import { settingsMessages as messages } from "#shared/settings/settings-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { SettingsFailed } from "./settings-failed.tsx";
import { settingQuery } from "./settings-query.ts";
import "#web/styles/settings.css";

/** The switch that hides all deals at once. It is one admin's, without a second. */
export function StopDeals() {
  const id = useId();
  const { data, isPending, refetch } = useQuery(settingQuery("deals"));
  return (
    // The focus comes here when an action takes its button away.
    <section className="stop-deals" aria-labelledby={id} tabIndex={-1}>
      <ViewHead id={id} title="Stop all deals" />
      {isPending && <CardSkeletons />}
      {!isPending && !data && <SettingsFailed name="Whether deals are stopped" onRetry={() => refetch()} />}
      {data && <Switch setting={data} />}
    </section>
  );
}

function Switch({ setting }: { setting: Setting }) {
  const deals = setting.value as SettingValues["deals"];
  const isStopped = deals.kill_switch;
  const action = {
    method: "PUT",
    path: "/settings/deals",
    body: { value: { ...deals, kill_switch: !isStopped }, expected_revision: setting.revision },
    invalidates: [queryKeys.setting("deals"), queryKeys.settingRevisions("deals")],
    failed: messages.saveFailed,
  } as const;
  return isStopped ? (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-(--measure)">
        <b className="font-semibold">All deals are stopped.</b> Members see no open deal, and no email about one is
        sent. What was committed, paid and signed is kept.
      </p>
      <ActionButton
        {...action}
        label="Let deals go on"
        busy="Saving..."
        variant="outline"
        confirm={{
          title: "Let deals go on?",
          text: "Members see open deals again, and emails about them are sent, within a minute.",
        }}
        done="Deals go on"
      />
    </div>
  ) : (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-(--measure)">
        This hides every open deal from members and stops every email about one, within a minute. What was committed,
        paid and signed is kept, and an admin can let deals go on. All other admins get an email.
      </p>
      <ActionButton
        {...action}
        label="Stop all deals"
        busy="Stopping..."
        variant="danger"
        confirm={{
          title: "Stop all deals?",
          text: "Every open deal is hidden from members, and every email about one is stopped, within a minute.",
        }}
        done="All deals are stopped"
      />
    </div>
  );
}

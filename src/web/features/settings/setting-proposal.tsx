import { shortMoment } from "#shared/london-time.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import type { Setting } from "#shared/settings/settings.ts";
import { settingsMessages as messages } from "#shared/settings/settings-messages.ts";
import { appliesFrom, differsFrom, termsConfirmedBy } from "#shared/settings/value-differences.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { AnnouncedNote, SecondPersonNote } from "#web/lib/second-person-note.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SettingDifferences } from "./setting-differences.tsx";

interface SettingProposalProps {
  setting: Setting;
  differencesTo: (proposed: unknown) => { label: string; before: string; after: string }[];
}

/** Above the form of a setting that a second admin confirms: what waits, or that a change will. */
export function SettingProposal({ setting, differencesTo }: SettingProposalProps) {
  const { key, proposal, revision, needs_second_person } = setting;
  if (!proposal)
    return needs_second_person ? (
      <p className="note max-w-(--measure)">
        {key === "terms" ? messages.termsNeedTwo : messages.needsTwo} {key === "deals" && messages.keptHours}
      </p>
    ) : null;
  const day = key === "terms" ? differsFrom(setting.value, proposal.value) : undefined;
  const applies = day ? appliesFrom(setting.value, proposal.value) : "";
  const save = {
    method: "PUT",
    path: `/settings/${key}`,
    invalidates: [queryKeys.setting(key), queryKeys.waitingCounts],
    failed: messages.saveFailed,
  } as const;
  return (
    <Notice title={messages.proposes(adminNameFirst(proposal.proposed_by_name), shortMoment(proposal.proposed_at))}>
      <SettingDifferences differences={differencesTo(proposal.value)} />
      {day ? (
        <p className="note num">
          {proposal.takes_effect_at === null
            ? `${applies} ${messages.confirmTermsBy(termsConfirmedBy(day))}`
            : `${adminNameFirst(proposal.announced_by_name)} confirmed it. ${applies} ${messages.withdrawableUntil(shortMoment(proposal.takes_effect_at))}`}
        </p>
      ) : (
        <AnnouncedNote record={proposal} end="withdraws" />
      )}
      <SecondPersonNote record={proposal} />
      <p className="note">Another change of these settings that you save replaces this one.</p>
      <div className="button-row mt-3">
        {proposal.can.confirm && (
          <ActionButton
            {...save}
            body={{ value: proposal.value, expected_revision: revision }}
            label="Confirm"
            labelEnd="the change"
            busy="Confirming…"
            done={applies ? messages.confirmedAhead(applies) : messages.confirmed}
          />
        )}
        <ActionButton
          {...save}
          body={{ value: setting.value, expected_revision: revision }}
          label="Withdraw"
          labelEnd="the change"
          busy="Withdrawing…"
          variant="outline"
          done={messages.withdrawn}
        />
      </div>
    </Notice>
  );
}

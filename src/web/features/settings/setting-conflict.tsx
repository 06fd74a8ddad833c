import { adminNameFirst } from "#shared/people/person-name.ts";
import type { Setting } from "#shared/settings/settings.ts";
import { settingsMessages as messages } from "#shared/settings/settings-messages.ts";
import type { valueDifferences } from "#shared/settings/value-differences.ts";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";

type Difference = ReturnType<typeof valueDifferences>[number];

interface SettingConflictProps {
  theirs: Setting;
  differences: Difference[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

export function SettingConflict({ theirs, differences, onTakeTheirs, onKeepMine }: SettingConflictProps) {
  const words = {
    ...messages.conflict,
    title: `${adminNameFirst(theirs.updated_by_name)} has saved this while you were writing.`,
  };
  return (
    <ConflictNotice words={words} onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine}>
      <Differences fields={differences} />
    </ConflictNotice>
  );
}

function Differences({ fields }: { fields: Difference[] }) {
  return (
    <dl className="setting-differences">
      {fields.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>Saved by them:</b> {before || "nothing"}
          </dd>
          <dd>
            <b>Yours:</b> {after || "nothing"}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { useQuery } from "@tanstack/react-query";
import { adminName } from "#shared/people/person-name.ts";
import { fieldsOf, type SettingSection } from "#shared/settings/setting-fields.ts";
import type { Setting } from "#shared/settings/settings.ts";
import { valueDifferences } from "#shared/settings/value-differences.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { SettingDifferences } from "./setting-differences.tsx";
import { settingRevisionsQuery } from "./settings-query.ts";

export interface SettingRevisionsProps {
  section: SettingSection;
  present: Setting;
  /** Fills the form, which is not saved yet. */
  onPutBack: (value: unknown) => void;
}

export function SettingRevisions({ section, present, onPutBack }: SettingRevisionsProps) {
  const { data, isPending } = useQuery(settingRevisionsQuery(section.key));
  if (isPending) return <CardSkeletons />;
  if (!data) return <p>The history could not be loaded.</p>;
  const first = { revision: 0, value: present.default_value, created_at: null, created_by_name: null };
  const all = [...data.items, first].map((item, index, { [index + 1]: earlier }) => ({
    item,
    differences: earlier ? valueDifferences(fieldsOf(section), earlier.value, item.value) : [],
  }));
  // The list leaves out what other sections hold of the setting.
  const shown = all.filter(({ item, differences }) => differences.length > 0 || item === first);
  return (
    <ol className="setting-history">
      {shown.map(({ item, differences }, index) => (
        <li key={item.revision}>
          <p className="small muted">
            {item.created_at ? `${formatDateTime(item.created_at)}, ${adminName(item.created_by_name)}` : "At first"}
          </p>
          {differences.length > 0 && <SettingDifferences differences={differences} />}
          {index > 0 && (
            <Button variant="outline" isSmall onClick={() => onPutBack(item.value)}>
              Put back into the form
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

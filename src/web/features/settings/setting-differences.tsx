interface SettingDifferencesProps {
  differences: readonly { label: string; before: string; after: string }[];
}

export const SettingDifferences = ({ differences }: SettingDifferencesProps) => (
  <dl className="setting-differences">
    {differences.map(({ label, before, after }) => (
      <div key={label}>
        <dt>{label}</dt>
        {before && (
          <dd>
            <del>{before}</del>
          </dd>
        )}
        {after && (
          <dd>
            <ins>{after}</ins>
          </dd>
        )}
      </div>
    ))}
  </dl>
);

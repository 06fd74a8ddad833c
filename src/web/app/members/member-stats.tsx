import { memberStats } from "#shared/club.ts";

export function MemberStats() {
  return (
    <div className="member-stats">
      {memberStats.map(({ value, label, note }) => (
        <div key={label}>
          <p className="value">{value}</p>
          <p className="label">{label}</p>
          <p className="small muted">{note}</p>
        </div>
      ))}
    </div>
  );
}

import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { ProfileHiding } from "./profile-hiding.tsx";

export function HideMember({ member }: { member: ShownProfile }) {
  const { user_id, full_name, hidden_by_owner_at, can } = member;
  return (
    <div className="panel-part">
      {can.show_as_admin && <p className="note">Hidden from the directory by an admin.</p>}
      {hidden_by_owner_at && <p className="note">Hidden from the directory by its owner.</p>}
      <ProfileHiding
        user_id={user_id}
        name={full_name}
        can={{ hide_profile: can.hide_as_admin, show_profile: can.show_as_admin }}
      />
    </div>
  );
}

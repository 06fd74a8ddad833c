import { useQueryClient } from "@tanstack/react-query";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { keptHint } from "#shared/people/people-messages.ts";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { toldWords } from "#web/features/system/system-query.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";

interface ProfileHidingProps {
  user_id: string;
  name: string;
  can: { hide_profile: boolean; show_profile: boolean };
}

/** Hides a profile or shows it again, with a reason. */
export function ProfileHiding({ user_id, name, can }: ProfileHidingProps) {
  const client = useQueryClient();
  if (!can.show_profile && !can.hide_profile) return null;
  const label = can.show_profile ? "Show profile" : "Hide profile";
  return (
    <ReasonButton<ShownProfile>
      key={label}
      to={`/people/${user_id}/${can.show_profile ? "show" : "hide"}-profile`}
      labelEnd={name}
      words={{
        title: `${label}: ${name}?`,
        text: can.show_profile
          ? "It returns to the directory, unless its owner hides it too."
          : "It leaves the directory until an admin shows it again, also if its owner saves it.",
        submit: label,
        done: can.show_profile
          ? { title: "Profile shown", description: name }
          : async () => ({
              title: "Profile hidden",
              description: await toldWords(client, name, standingMessages.toldByEmail),
            }),
        failed: "Failed to change where the profile is shown.",
      }}
      whom={name}
      hint={can.show_profile ? keptHint : standingMessages.reasonHint}
      variant={!can.show_profile ? "danger" : "secondary"}
      onDone={(changed) => client.setQueryData(queryKeys.profile(changed.id), changed)}
      invalidates={[queryKeys.profiles, queryKeys.people, queryKeys.audit]}
    />
  );
}

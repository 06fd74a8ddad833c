import { MembersArea } from "./members-area.tsx";
import { MembersOnly } from "./members-only.tsx";

export function MembersPage() {
  return <MembersOnly>{(session) => <MembersArea session={session} />}</MembersOnly>;
}

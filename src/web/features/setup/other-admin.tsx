import { paths } from "#shared/paths.ts";
import type { SetupState } from "#shared/setup/setup.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { SetupMessage } from "./setup-message.tsx";

/** For an admin whose club somebody else is setting up. */
export function OtherAdmin({ name }: { name: string | null }) {
  const { act, isPending } = useAction<SetupState>("/setup/skip", {
    answerKey: queryKeys.setup,
    failed: messages.finishFailed,
  });
  return (
    <SetupMessage
      title={`${name ?? "Another admin"} is setting up this club`}
      text="You can work in Settings and Content meanwhile. If nobody will go on with the setup, end it here."
      action={
        <div className="button-row">
          <LinkButton to={paths.members}>{messages.toMembers}</LinkButton>
          <Button variant="outline" busyLabel={isPending && messages.skipping} onClick={() => act()}>
            End the setup
          </Button>
        </div>
      }
    />
  );
}

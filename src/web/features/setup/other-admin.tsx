import { useMutation, useQueryClient } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import type { SetupState } from "#shared/setup/setup.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { SetupMessage } from "./setup-message.tsx";

/** For an admin whose club somebody else is setting up. */
export function OtherAdmin({ name }: { name: string | null }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<SetupState>("POST", "/setup/skip"),
    onSuccess: (state) => client.setQueryData(queryKeys.setup, state),
    onError: (error) => toastFailure(messages.finishFailed, error),
  });
  return (
    <SetupMessage
      title={messages.otherTitle(name)}
      text={messages.otherText}
      action={
        <div className="button-row">
          <LinkButton to={paths.members}>{messages.toMembers}</LinkButton>
          <Button variant="outline" busyLabel={isPending && messages.skipping} onClick={() => mutate()}>
            {messages.end}
          </Button>
        </div>
      }
    />
  );
}

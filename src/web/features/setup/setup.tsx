import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import type { SetupAccount, SetupState } from "#shared/setup/setup.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { QueryArea } from "#web/lib/query-client.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSession } from "#web/lib/session.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { AccountStep } from "./account-step.tsx";
import { ClubStep } from "./club-step.tsx";
import { DoneStep } from "./done-step.tsx";
import { OtherAdmin } from "./other-admin.tsx";
import { SetupMessage } from "./setup-message.tsx";

const setupQuery = queryOptions({
  queryKey: queryKeys.setup,
  queryFn: ({ signal }) => callApi<SetupState>("GET", "/setup", undefined, signal),
});

interface SetupProps {
  /** What the first admin's link brought. */
  link: { code: string; email: string } | null;
  /** The form for a link that no longer sets the club up, with what was typed meanwhile. */
  registration: (typed: SetupTyped | undefined) => ReactNode;
}

export type SetupTyped = Pick<SetupAccount, "full_name" | "password">;

/** The step that the club and the person are at. */
export const Setup = (props: SetupProps) => (
  <QueryArea>
    <Step {...props} />
  </QueryArea>
);

function Step({ link, registration }: SetupProps) {
  const { status, session } = useSession();
  const client = useQueryClient();
  const { data: setup, error, refetch } = useQuery(setupQuery);
  const [typed, setTyped] = useState<SetupTyped>();
  if (!setup && error) {
    const action = <Button onClick={() => void refetch()}>Try again</Button>;
    return <SetupMessage picture="broken" title="The setup did not load" text={error.message} action={action} />;
  }
  if (!setup || status === "loading") return <Loading />;
  if (session) return <SignedIn session={session} />;
  if (link && setup.state === "new") {
    return (
      <AccountStep
        link={link}
        onClosed={(kept) => {
          setTyped(kept);
          void client.invalidateQueries({ queryKey: setupQuery.queryKey });
        }}
      />
    );
  }
  if (link) return registration(typed);
  return <WithoutLink state={setup.state} />;
}

function SignedIn({ session }: { session: Session }) {
  const { data: setup } = useQuery(setupQuery);
  if (!setup) return <Loading />;
  const { state, is_mine, can, started_by_name } = setup;
  if (session.role !== "admin") return <NotFoundPage />;
  if (state === "finished") return <DoneStep />;
  if (can.finish) return <ClubStep session={session} />;
  if (can.skip) return <OtherAdmin name={started_by_name} />;
  if (!is_mine) return <NotFoundPage />;
  const action = <LinkButton to={paths.account}>Open my Account page</LinkButton>;
  return (
    <SetupMessage
      title="Set up two-factor sign-in first"
      text="This club asks its admins for a second factor. Set it up on your Account page, sign in with it, and the setup goes on."
      action={action}
    />
  );
}

function WithoutLink({ state }: { state: "new" | "started" | "finished" }) {
  if (state === "new")
    return (
      <SetupMessage
        picture="broken"
        title="Open your link"
        text="This club waits for its first admin, whose link opens this page. It was sent by email, or is on the server: the command npm run first-admin shows it again."
      />
    );
  const isStarted = state === "started";
  return (
    <SetupMessage
      picture="signed-out"
      title={isStarted ? "Sign in to go on" : "This club is set up"}
      text={
        isStarted
          ? "The first admin has an account. Sign in to go on with the setup."
          : "Admins change everything in Settings and Content."
      }
      action={<LinkButton to={paths.login}>{messages.signIn}</LinkButton>}
    />
  );
}

function Loading() {
  return (
    <p className="page-loading" role="status">
      <Spinner />
      {messages.loading}
    </p>
  );
}

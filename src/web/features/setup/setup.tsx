import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { SetupAccount, SetupState } from "#shared/setup/setup.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import type { SystemState } from "#shared/system/system.ts";
import { systemQuery } from "#web/features/system/system-query.ts";
import { TestMail } from "#web/features/system/test-mail.tsx";
import { callApi } from "#web/lib/api.ts";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { QueryArea } from "#web/lib/query-client.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSession } from "#web/lib/session.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { focusPage } from "#web/ui/page-focus.ts";
import { AccountStep } from "./account-step.tsx";
import { ClubStep } from "./club-step.tsx";
import { SetupCard } from "./setup-card.tsx";

const setupQuery = queryOptions({
  queryKey: queryKeys.setup,
  queryFn: ({ signal }) => callApi<SetupState>("GET", "/setup", undefined, signal),
});

interface SetupProps {
  /** What the first admin's link brought. */
  link: { code: string; email: string } | null;
  /** The form for a link that no longer sets the club up, with what was typed meanwhile. */
  registration: (typed: SetupTyped | undefined, isFinished: boolean) => ReactNode;
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
  if (link) return registration(typed, setup.state === "finished");
  return <WithoutLink state={setup.state} />;
}

interface SetupMessageProps {
  picture?: "broken" | "signed-out";
  title: string;
  text: string;
  action?: ReactNode;
}

/** In place of a step. */
function SetupMessage({ picture, title, text, action }: SetupMessageProps) {
  usePageMeta(title, text);
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState isCard heading="h1" {...(picture && { picture })} title={title} text={text} action={action} />
    </div>
  );
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
  const action = <LinkButton to={paths.accountPart("two-factor")}>Open my Account page</LinkButton>;
  return (
    <SetupMessage
      title="Set up two-factor sign-in first"
      text="This club asks its admins for a second factor. Set it up on your Account page, sign in with it, and the setup goes on."
      action={action}
    />
  );
}

/** Also for admins who come back to the address of a club that is set up. */
function DoneStep() {
  const { data: system, error } = useQuery(systemQuery);
  return (
    <SetupCard step={3} title="Your club is set up" lead="Check that emails arrive, and go on where you like." isWide>
      <section aria-label={messages.mails} className="grid gap-4">
        <h2 className="d4">{messages.mails}</h2>
        {system && <MailState system={system} />}
        {system && <TestMail state={system} />}
        {!system && !error && <RowSkeletons label={messages.loading} />}
        {!system && error && <Notice tone="error">{error.message}</Notice>}
      </section>
      <section aria-label={messages.next}>
        <h2 className="d4">{messages.next}</h2>
        <ul className="setup-next">
          {nextSteps.map(([to, { label, text }]) => (
            <li key={to}>
              <InlineLink to={to}>{label}</InlineLink> {text}
            </li>
          ))}
        </ul>
      </section>
      <div className="button-row">
        <LinkButton to={paths.members}>{messages.toMembers}</LinkButton>
      </div>
    </SetupCard>
  );
}

function MailState({ system: { checks } }: { system: SystemState }) {
  const mail = checks.find(({ key }) => key === "mail");
  if (mail?.state === "good") return <Notice tone="success">A mail server is set, and it takes emails.</Notice>;
  if (mail?.value === "missing")
    return (
      <Notice tone="warning">
        No mail server is set, so nobody gets an email. Each is written as a file into the folder mail of the app’s data
        folder on the server. Ask whoever runs the server to connect one.
      </Notice>
    );
  if (mail?.value === "failing")
    return (
      <Notice tone="warning">
        A mail server is set, and it did not take the last email. The reason is in Admin → System.
      </Notice>
    );
  return <Notice>A mail server is set. Send yourself an email to see that it takes them.</Notice>;
}

const nextSteps = [
  [settingPath("brand"), { label: "Logo and colours", text: "for the site, its emails and its files." }],
  [settingPath("terms"), { label: "Fees and minimum", text: "are the sample’s until you add your own." }],
  [
    paths.content,
    { label: "Content", text: "holds privacy, terms and investor types: read them and make them yours." },
  ],
  [
    paths.accountPart("two-factor"),
    { label: "Two-factor sign-in", text: "protects your account, which can change everything." },
  ],
  [paths.invitations, { label: "Invitations", text: "let people in, one by one." }],
  [paths.system, { label: "System", text: "says what is left to do, and has the backups." }],
] as const;

/** For an admin whose club somebody else is setting up. */
function OtherAdmin({ name }: { name: string | null }) {
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

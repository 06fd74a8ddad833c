import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import type { SystemState } from "#shared/system/system.ts";
import { systemQuery } from "#web/features/system/system-query.ts";
import { TestMail } from "#web/features/system/test-mail.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SetupCard } from "./setup-card.tsx";

/** Also for admins who come back to the address of a club that is set up. */
export function DoneStep() {
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
  [paths.settings("brand"), { label: "Logo and colours", text: "for the site, its emails and its files." }],
  [paths.settings("terms"), { label: "Fees and minimum", text: "are the sample’s until you add your own." }],
  [
    paths.content,
    { label: "Content", text: "holds privacy, terms and investor types: read them and make them yours." },
  ],
  [paths.account, { label: "Two-factor sign-in", text: "protects your account, which can change everything." }],
  [paths.invitations, { label: "Invitations", text: "let people in, one by one." }],
  [paths.system, { label: "System", text: "says what is left to do, and has the backups." }],
] as const;

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
    <SetupCard step={3} title={messages.done} lead={messages.doneLead} isWide>
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
  if (mail?.state === "good") return <Notice tone="success">{messages.mailProven}</Notice>;
  if (mail?.value === "missing") return <Notice tone="warning">{messages.mailMissing}</Notice>;
  if (mail?.value === "failing") return <Notice tone="warning">{messages.mailFailing}</Notice>;
  return <Notice>{messages.mailSet}</Notice>;
}

const nextSteps = [
  [paths.settings("brand"), messages.nextSteps.brand],
  [paths.settings("terms"), messages.nextSteps.terms],
  [paths.content, messages.nextSteps.content],
  [paths.account, messages.nextSteps.account],
  [paths.invitations, messages.nextSteps.invitations],
  [paths.system, messages.nextSteps.system],
] as const;

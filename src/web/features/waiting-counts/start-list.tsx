import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "#shared/paths.ts";
import type { ToDo } from "#shared/waiting-counts/to-do.ts";
import { toDoMessages as messages } from "#shared/waiting-counts/to-do-words.ts";
import { accountQuery } from "#web/lib/account-query.ts";
import { hasPasskeys } from "#web/lib/passkeys.ts";
import { useSession } from "#web/lib/session.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Check } from "#web/ui/icons.generated.ts";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { ToDoList } from "./to-do-list.tsx";

interface Step {
  label: string;
  text: ReactNode;
  isDone: boolean;
  action?: string;
  to: string;
}

interface StartListProps {
  start: NonNullable<ToDo["start"]>;
  items: ToDo["items"];
}

/** What somebody newly approved does, in its order; it goes away with the statement and the choice of emails. */
export function StartList({ start, items }: StartListProps) {
  const { session } = useSession();
  const { data: account } = useQuery(accountQuery);
  const name = session?.user.user_metadata.full_name;
  const steps: Step[] = [
    {
      label: "Name",
      text: name ?? "Other members see it",
      isDone: Boolean(name),
      action: "Add your name",
      to: paths.account,
    },
    {
      label: "Directory profile",
      text: {
        none: "You are not in the member directory yet",
        pending: "An admin checks what you sent",
        published: "Members can find you",
      }[start.profile],
      isDone: start.profile !== "none",
      action: "Write your profile",
      to: paths.submitProfile,
    },
    {
      label: "Investor statement",
      text: {
        none: "The law asks for it before you can see a deal. About three minutes",
        in_review: "An admin checks what you signed",
        live: "Signed",
      }[start.statement],
      isDone: start.statement !== "none",
      action: "Sign your statement",
      to: paths.signStatement,
    },
    {
      label: "Deal emails",
      text: start.has_chosen_mails
        ? "You have chosen"
        : "Nobody is emailed about deals unless they ask to be. You have not chosen yet",
      isDone: start.has_chosen_mails,
      action: "Choose",
      to: paths.accountPart("told"),
    },
    ...(hasPasskeys()
      ? [
          {
            label: "Passkey",
            text: "Sign in with your fingerprint or face. Optional",
            isDone: (account?.passkeys.length ?? 0) > 0,
            action: "Add a passkey",
            to: paths.accountPart("passkeys"),
          },
        ]
      : []),
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  const now = steps.find(({ isDone }) => !isDone);
  const others = items.filter(({ kind }) => !["profile", "statement_sign", "statement_again"].includes(kind));
  return (
    <div className="to-do-columns has-aside">
      <div className="grid gap-6">
        <section aria-labelledby="start">
          <div className="to-do-head">
            <h2 id="start" className="d4">
              {messages.start}
            </h2>
            <p className="note num">
              {done} of {steps.length} done
            </p>
          </div>
          <ol className="start-list">
            {steps.map((step) => (
              <StepRow key={step.label} step={step} isNow={step === now} />
            ))}
          </ol>
          <p className="note pt-2.5">
            This list goes away once the statement is signed and you have chosen. What is left stays in{" "}
            <InlineLink to={paths.account}>Account</InlineLink>.
          </p>
        </section>
        {others.length > 0 && <ToDoList items={others} />}
      </div>
      <HowADealWorks />
    </div>
  );
}

function StepRow({ step: { label, text, isDone, action, to }, isNow }: { step: Step; isNow: boolean }) {
  return (
    <li className={classNames(isDone ? "is-done" : isNow && "is-now")} aria-current={isNow ? "step" : undefined}>
      <span className="start-mark">{isDone && <Check aria-hidden="true" />}</span>
      <div className="min-w-0">
        <p className={classNames("wrap-anywhere", !isDone && "font-[550]")}>
          {isDone && <span className="sr-only">Done: </span>}
          {label}
        </p>
        <p className="note wrap-anywhere">{text}</p>
      </div>
      {!isDone && (
        <LinkButton to={to} variant={isNow ? "secondary" : "outline"} isSmall>
          {action}
        </LinkButton>
      )}
    </li>
  );
}

const works = [
  ["You read", "A deal is open for some days, often one to two weeks"],
  ["You commit", "You can withdraw until the shares are allocated"],
  ["You pay", "When you are asked, to the account on your page"],
  ["You hold", "The nominee holds the shares for you, by name"],
] as const;

const HowADealWorks = () => (
  <section aria-labelledby="how-a-deal-works">
    <div className="to-do-head">
      <h2 id="how-a-deal-works" className="d4">
        How a deal works
      </h2>
    </div>
    <dl>
      {works.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-b border-line py-2.5">
          <dt className="note">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className="note pt-2.5">
      You could lose all the money you invest. <InlineLink to={paths.hnwiSi}>Who may invest, and the risks</InlineLink>
    </p>
  </section>
);

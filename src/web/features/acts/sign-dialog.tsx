import { z } from "zod";
import { passkeyMessages, signsFrom } from "#shared/account/passkey-messages.ts";
import type { PasskeyRequest } from "#shared/account/passkeys.ts";
import { type AccountPart, actMessages, actPartLabels, actPartTicks, codeOf } from "#shared/acts/act-messages.ts";
import { partSummary } from "#shared/acts/act-words.ts";
import type { Act } from "#shared/acts/acts.ts";
import { checklistItems, checklistLabels } from "#shared/deals/deal-messages.ts";
import { shortMoment } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { answerRequest, hasPasskeys } from "#web/lib/passkeys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { currentSession } from "#web/lib/session.ts";
import { useAccount } from "#web/lib/use-account.ts";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { actInvalidates } from "./act-queries.ts";
import { offerSummary } from "./part-words.ts";

interface SignDialogProps extends DialogState {
  act: Act;
}

interface Values {
  ticks: Record<string, boolean>;
  call_backs: Record<AccountPart, string>;
  password: string;
  code: string;
}

/** One signature for all of a list: its parts are ticked one by one, and the passkey answers for its very text. */
export function SignDialog(props: SignDialogProps) {
  const { data: account, isError } = useAccount();
  // The form is made once, of what its signer has to give.
  if (!account && !isError) return null;
  const byPasskey = hasPasskeys() && account?.passkeys.length !== 0;
  return <Asking {...props} byPasskey={byPasskey} from={signsFrom(account?.passkeys ?? [], serverNow().getTime())} />;
}

interface AskingProps extends SignDialogProps {
  byPasskey: boolean;
  /** All passkeys of the signer are new until then. */
  from: Date | undefined;
}

function Asking({ act, byPasskey, from, ...state }: AskingProps) {
  const isSecond = act.state === "waiting";
  const items = itemsOf(act);
  const { call_backs_needed: calls, no_second } = act;
  const what = act.kind === "offer" ? "offer" : "closing list";
  return (
    <ActionDialog<Values>
      {...state}
      invalidates={actInvalidates}
      words={{
        title: `Sign the ${what} of ${act.company_name}`,
        text: `Code of this list: ${codeOf(act.content_sha256)}. Both signers see the same. Your signature covers all of it.`,
        submit: byPasskey ? "Sign with your passkey" : "Sign",
        busy: "Signing...",
        done: isSecond
          ? { title: "Signed by two", description: "What it says is carried out in its order. The page says when." }
          : { title: "Signed", description: no_second ?? "Somebody else of the panel reads it and signs second." },
        failed: "Not signed",
      }}
      schema={schemaOf({ items, calls, byPasskey })}
      defaultValues={{ ticks: {}, call_backs: { collection_account: "", company_account: "" }, password: "", code: "" }}
      fieldOfPath={(path) => (path === "passkey" ? "password" : path)}
      fieldOfCode={{ wrong_password: "password", no_password: "password", invalid_code: "code" }}
      areErrorsNested
      send={async ({ call_backs, password, code }) => {
        const proof = byPasskey
          ? { passkey: await answerRequest(await callApi<PasskeyRequest>("POST", `/acts/${act.id}/challenge`)) }
          : { password, code };
        return callApi("POST", `/acts/${act.id}/signatures`, {
          content_sha256: act.content_sha256,
          ticks: items.map(({ name }) => name),
          call_backs: Object.fromEntries(calls.map((part) => [part, call_backs[part].trim()])),
          ...proof,
        });
      }}
    >
      {(form) => (
        <>
          {byPasskey && from && <Notice tone="warning">{passkeyMessages.newAlone(shortMoment(from))}</Notice>}
          {offerSummary(act.content).map((line) => (
            <p key={line} className="num wrap-anywhere">
              {line}
            </p>
          ))}
          <fieldset className="grid gap-3">
            <legend className="field-label">I have checked</legend>
            {items.map(({ name, label, summary }) => (
              <CheckboxField
                key={name}
                label={
                  <>
                    {label}
                    {summary && <span className="note num block wrap-anywhere">{summary}</span>}
                  </>
                }
                error={form.getFieldState(`ticks.${name}`, form.formState).error?.message}
                {...form.register(`ticks.${name}`)}
              />
            ))}
          </fieldset>
          {calls.map((part) => (
            <FormField
              key={part}
              form={form}
              name={`call_backs.${part}`}
              label={`Whom you called back for ${act.content[part]?.account_name}, when, and where the number is from`}
              hint={`${actPartLabels[part]}. Call a number that you already had, not one of the message that named the account, and read the account back.`}
            >
              <Textarea className="field-sizing-content max-h-80" rows={3} />
            </FormField>
          ))}
          {no_second && <Notice tone="warning">{no_second}</Notice>}
          {!byPasskey && <PasswordAndCode form={form} />}
        </>
      )}
    </ActionDialog>
  );
}

type FormOfDialog = Parameters<Parameters<typeof ActionDialog<Values>>[0]["children"]>[0];

function PasswordAndCode({ form }: { form: FormOfDialog }) {
  const factors = currentSession().session?.user.factors ?? [];
  return (
    <>
      {factors.length === 0 ? (
        <Notice tone="warning">
          You need a passkey to sign, or an authenticator app where you cannot have one.{" "}
          <InlineLink to={paths.accountPart("passkeys")}>Add one under Account</InlineLink>.
        </Notice>
      ) : (
        <Notice>The list says that you signed without a passkey.</Notice>
      )}
      <FormField form={form} name="password" label="Your password">
        <Input type="password" autoComplete="current-password" />
      </FormField>
      <FormField form={form} name="code" label="Code of your authenticator app">
        <Input autoComplete="one-time-code" inputMode="numeric" className="num max-w-40" />
      </FormField>
    </>
  );
}

/** The items of the checklist of an offer; the parts of a closing list with what they say. */
function itemsOf(act: Act): { name: string; label: string; summary?: string }[] {
  if (act.kind === "offer") return checklistItems.map((name) => ({ name, label: checklistLabels[name] }));
  return act.content.parts.map((name) => ({
    name,
    label: `${actPartLabels[name]}. ${actPartTicks[name]}`,
    summary: partSummary(act, name),
  }));
}

interface Asked {
  items: readonly { name: string }[];
  calls: readonly AccountPart[];
  byPasskey: boolean;
}

const noteOf = (calls: readonly AccountPart[], part: AccountPart) =>
  calls.includes(part) ? z.string().trim().min(1, actMessages.needsCallBack) : z.string();

const schemaOf = ({ items, calls, byPasskey }: Asked) =>
  z.object({
    ticks: z.object(Object.fromEntries(items.map(({ name }) => [name, z.literal(true, actMessages.ticks)]))),
    call_backs: z.object({
      collection_account: noteOf(calls, "collection_account"),
      company_account: noteOf(calls, "company_account"),
    }),
    password: byPasskey ? z.string() : z.string().min(1, "Please enter your password"),
    code: byPasskey ? z.string() : z.string().trim().min(1, "Please enter the code of your app"),
  });

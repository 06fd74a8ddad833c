import { useQuery } from "@tanstack/react-query";
import { accountLinkDays } from "#shared/funds/company-account-messages.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { completionQuery } from "./closing-queries.ts";

interface AskCompanyProps {
  dealId: string;
  /** The button stands beside what is asked for, and is not what comes next. */
  isSmall?: boolean;
}

/** The company's contact enters the account by the link of a mail. */
export function AskCompany({ dealId, isSmall }: AskCompanyProps) {
  const { data: completion } = useQuery(completionQuery(dealId));
  if (!completion) return null;
  const { contact, asked_at } = completion.company_account;
  return (
    <DialogOpener
      button={(open) => (
        <Button variant={isSmall || asked_at ? "outline" : "secondary"} isSmall={isSmall} onClick={open}>
          {asked_at ? "Ask the company again" : "Ask the company for its account"}
        </Button>
      )}
      dialog={(state) => <AskDialog {...state} dealId={dealId} contact={contact} isAsked={asked_at !== null} />}
    />
  );
}

interface AskDialogProps extends DialogState {
  dealId: string;
  contact: Completion["company_account"]["contact"];
  isAsked: boolean;
}

function AskDialog({ dealId, contact, isAsked, ...state }: AskDialogProps) {
  const path = `/deals/${dealId}/company-account-requests`;
  return (
    <ActionDialog<{ name: string; email: string }>
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: isAsked ? "Ask the company again" : "Ask the company for its account",
        text: `They get a mail with a link that works once, for ${accountLinkDays} days.${isAsked ? " The link that they have ends." : ""} Two sign the account in the closing list, and somebody else of the panel than you calls the company back.`,
        submit: "Send the link",
        busy: "Sending...",
        done: "The company is asked by email",
        failed: "The company was not asked",
      }}
      schema={() => import("#shared/funds/company-account.ts").then(({ companyContactSchema }) => companyContactSchema)}
      defaultValues={{ name: contact?.name ?? "", email: contact?.email ?? "" }}
      send={(values) => callApi("POST", path, values)}
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label="Name">
            <Input autoComplete="off" maxLength={120} />
          </FormField>
          <FormField
            form={form}
            name="email"
            label="Email"
            hint="Check that it is theirs: who has the link types the account"
          >
            <Input type="email" autoComplete="off" />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}

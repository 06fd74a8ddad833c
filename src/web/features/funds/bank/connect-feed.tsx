import type { BankFeedInput } from "#shared/funds/bank-feeds.ts";
import { feedEnvironmentLabels, feedEnvironments, feedScopes } from "#shared/funds/bank-feeds-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

type Values = Omit<BankFeedInput, "deal_id">;

/** The browser keeps nothing of what is typed. */
export function ConnectFeedDialog({ dealId, ...state }: DialogState & { dealId: string }) {
  return (
    <ActionDialog<Values>
      {...state}
      invalidates={dealMoneyKeys}
      words={{
        title: "Connect the bank",
        text: `The account’s holder makes a token at Starling, under Developers, with these permissions alone: ${feedScopes.join(", ")}. Another admin confirms it.`,
        submit: "Save for confirmation",
        busy: "Asking the bank...",
        done: "Token entered",
      }}
      schema={() =>
        import("#shared/funds/bank-feeds.ts").then(({ bankFeedInputSchema }) =>
          bankFeedInputSchema.omit({ deal_id: true }),
        )
      }
      defaultValues={{ environment: "live", token: "" }}
      send={(values) => callApi("POST", "/bank-feeds", { deal_id: dealId, ...values })}
    >
      {(form) => (
        <>
          <FormField form={form} name="environment" label="Bank">
            <Select>
              {feedEnvironments.map((environment) => (
                <option key={environment} value={environment}>
                  {feedEnvironmentLabels[environment]}
                </option>
              ))}
            </Select>
          </FormField>
          <FormField form={form} name="token" label="Token" hint="It is stored encrypted and never shown again.">
            <Input type="password" autoComplete="off" spellCheck={false} className="code" />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import type { Session } from "#shared/account/session.ts";
import type { SetupForm, SetupState } from "#shared/setup/setup.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useReloadSiteData } from "#web/lib/site-data.tsx";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { SetupCard } from "./setup-card.tsx";

export function ClubStep({ session }: { session: Session }) {
  const client = useQueryClient();
  const reloadSiteData = useReloadSiteData();
  const [isSkipping, setSkipping] = useState(false);
  const finish = (state: SetupState) => {
    forgetDraft();
    reloadSiteData("/settings");
    client.setQueryData(queryKeys.setup, state);
  };
  const refuse = async (error: Error) => {
    toastFailure(messages.finishFailed, error);
    await client.invalidateQueries({ queryKey: queryKeys.setup });
  };
  const form = useApiForm<SetupForm, SetupState>({
    schema: () => import("#shared/setup/setup.ts").then(({ setupFormSchema }) => setupFormSchema),
    defaultValues: {
      name: "",
      operator: "",
      company_number: "",
      contact_email: session.user.email,
      address: "",
      regulation: "",
      start_with: "examples",
    },
    send: ({ address, ...input }) =>
      callApi("POST", "/setup/finish", { ...input, address: address.split("\n").flatMap((line) => line.trim() || []) }),
    onSent: (state) => finish(state),
    onRefused: (error, isAtField) => (isAtField ? undefined : refuse(error)),
  });
  const { isRestored, forgetDraft } = useDraft(`setup-club-${session.user.id}`, form);
  const operator = useWatch({ control: form.control, name: "operator" });
  const startWith = useWatch({ control: form.control, name: "start_with" });
  const skip = async () => {
    setSkipping(true);
    try {
      finish(await callApi<SetupState>("POST", "/setup/skip"));
    } catch (error) {
      setSkipping(false);
      await refuse(error as Error);
    }
  };
  return (
    <SetupCard step={2} title={messages.title} lead={messages.clubLead} isWide>
      {isRestored && form.formState.isDirty && <Notice>{messages.restored}</Notice>}
      <Form form={form}>
        <FormFields form={form} isDisabled={isSkipping}>
          <div className="setup-fields">
            <FormField form={form} name="name" label={messages.name}>
              <Input autoComplete="off" required />
            </FormField>
            <FormField form={form} name="contact_email" label={messages.contactEmail} hint={messages.contactEmailHint}>
              <Input type="email" autoComplete="email" required />
            </FormField>
            <FormField form={form} name="operator" label={messages.operator} hint={messages.operatorHint}>
              <Input autoComplete="organization" required />
            </FormField>
            <FormField form={form} name="company_number" label={messages.companyNumber}>
              <Input autoComplete="off" required />
            </FormField>
            <FormField
              form={form}
              name="address"
              label={messages.address}
              hint={messages.addressHint}
              className="is-wide"
            >
              <Textarea autoComplete="street-address" className="field-sizing-content" minimumHeightPx={104} required />
            </FormField>
            <FormField
              form={form}
              name="regulation"
              label={messages.regulation}
              hint={messages.regulationHint(operator.trim())}
              className="is-wide"
              isOptional
            >
              <Textarea className="field-sizing-content" minimumHeightPx={72} />
            </FormField>
            <div className="is-wide">
              <Controller
                control={form.control}
                name="start_with"
                render={({ field: { value, onChange } }) => (
                  <Segments
                    label={messages.startWith}
                    value={value}
                    options={[
                      { value: "examples", label: messages.examples },
                      { value: "empty", label: messages.empty },
                    ]}
                    onChange={onChange}
                  />
                )}
              />
              <p className="field-hint mt-2" role="status">
                {startWith === "empty" ? messages.emptyText : messages.examplesText}
              </p>
              <p className="field-hint mt-1">{messages.alwaysText}</p>
            </div>
          </div>
        </FormFields>
        <div className="button-row">
          <SubmitButton form={form} busyLabel={messages.finishing} disabled={isSkipping}>
            {messages.finish}
          </SubmitButton>
          <Button
            variant="ghost"
            disabled={form.isBusy}
            busyLabel={isSkipping && messages.skipping}
            onClick={() => void skip()}
          >
            {messages.skip}
          </Button>
        </div>
        <p className="note">{messages.skipText}</p>
      </Form>
    </SetupCard>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import type { Session } from "#shared/account/session.ts";
import type { SetupForm, SetupState } from "#shared/setup/setup.ts";
import { defaultRegulation, setupMessages as messages } from "#shared/setup/setup-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useForgetSiteData } from "#web/lib/site-data.tsx";
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
  const forgetSiteData = useForgetSiteData();
  const [isSkipping, setSkipping] = useState(false);
  const finish = (state: SetupState) => {
    forgetDraft();
    // The examples that were read before may be gone.
    forgetSiteData("/settings");
    client.removeQueries({ type: "inactive" });
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
    <SetupCard
      step={2}
      title={messages.title}
      lead="What the site, its emails and its files say of you. Everything can be changed later in Settings, and nothing has to be final."
      isWide
    >
      {isRestored && form.formState.isDirty && <Notice>What you had typed is still here.</Notice>}
      <Form form={form}>
        <FormFields form={form} isDisabled={isSkipping}>
          <div className="setup-fields">
            <FormField form={form} name="name" label="Name of the club">
              <Input autoComplete="off" required />
            </FormField>
            <FormField
              form={form}
              name="contact_email"
              label="Contact email"
              hint="Shown on the site. Replies to the club’s emails go there."
            >
              <Input type="email" autoComplete="email" required />
            </FormField>
            <FormField form={form} name="operator" label="Operator" hint="The company or person that runs the club">
              <Input autoComplete="organization" required />
            </FormField>
            <FormField form={form} name="company_number" label="Company number">
              <Input autoComplete="off" required />
            </FormField>
            <FormField
              form={form}
              name="address"
              label="Postal address"
              hint="A line each. Shown on the site and in every email"
              className="is-wide"
            >
              <Textarea autoComplete="street-address" className="field-sizing-content" minimumHeightPx={104} required />
            </FormField>
            <FormField
              form={form}
              name="regulation"
              label="What the operator is to the regulator"
              hint={`Left empty, it says: “${defaultRegulation(operator.trim() || "The operator")}”`}
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
                    label="The site starts with"
                    value={value}
                    options={[
                      { value: "examples", label: "Examples" },
                      { value: "empty", label: "Nothing" },
                    ]}
                    onChange={onChange}
                  />
                )}
              />
              <p className="field-hint mt-2" role="status">
                {startWith === "empty"
                  ? "No articles, news, questions, co-founders, events or companies. Pages without content say so."
                  : "Articles, news, questions, co-founders, events and companies, each marked as an example until you edit it. One press removes them all."}
              </p>
              <p className="field-hint mt-1">
                Privacy, terms and investor types have to say something: they start with our texts, and Content marks
                them until you have edited them. Links that are not yours are removed; figures of members and companies
                are counted.
              </p>
            </div>
          </div>
        </FormFields>
        <div className="button-row">
          <SubmitButton form={form} busyLabel="Setting up..." disabled={isSkipping}>
            Set up the club
          </SubmitButton>
          <Button
            variant="ghost"
            disabled={form.isBusy}
            busyLabel={isSkipping && messages.skipping}
            onClick={() => void skip()}
          >
            Skip this
          </Button>
        </div>
        <p className="note">Or change it all later in Settings and Content.</p>
      </Form>
    </SetupCard>
  );
}

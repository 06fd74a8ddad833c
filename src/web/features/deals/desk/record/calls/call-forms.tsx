import { callsPartMessages as messages } from "#shared/deals/deal-call-messages.ts";
import type { DeskCall } from "#shared/deals/deal-calls.ts";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { RecordForm } from "../record-form.tsx";
import { callFormSchema } from "./call-form-schema.ts";
import { type CallValues, callFieldOf, emptyCall, toCallInput, toCallValues } from "./call-values.ts";

interface CallFormProps {
  /** Of the API. */
  path: string;
  draftKey: string;
  onClose: () => void;
}

const failed = messages.failedToSave;
const planWords = { label: messages.plan, submit: messages.submitPlan, done: messages.planned, failed };
const changeWords = { label: messages.change, submit: messages.submitChange, done: messages.changed, failed };
const cancelWords = { label: messages.cancel, submit: messages.cancel, done: messages.cancelled, failed };

/** Plans a call, or changes the one that is given. */
export function CallForm({ path, call, ...rest }: CallFormProps & { call?: DeskCall }) {
  return (
    <RecordForm<CallValues>
      {...rest}
      words={call ? changeWords : planWords}
      version={call?.updated_at}
      schema={callFormSchema}
      defaultValues={call ? toCallValues(call) : emptyCall}
      fieldOfPath={callFieldOf}
      firstFocus="date"
      send={(values, expected_version) =>
        call
          ? callApi("PUT", path, { ...toCallInput(values), expected_version })
          : callApi("POST", path, toCallInput(values))
      }
    >
      {(form) => (
        <>
          <div className="desk-times">
            <FormField form={form} name="date" label={messages.date} hint={messages.times}>
              <Input type="date" />
            </FormField>
            <FormField form={form} name="from" label={messages.from}>
              <Input type="time" />
            </FormField>
            <FormField form={form} name="to" label={messages.to}>
              <Input type="time" />
            </FormField>
          </div>
          <FormField form={form} name="about" label={messages.about} hint={messages.aboutHint}>
            <Input />
          </FormField>
          <FormField form={form} name="join_url" label={messages.address} hint={messages.addressHint}>
            <Input type="url" autoComplete="off" />
          </FormField>
        </>
      )}
    </RecordForm>
  );
}

export function CancelForm({ path, call, ...rest }: CallFormProps & { call: DeskCall }) {
  return (
    <RecordForm<{ reason: string }>
      {...rest}
      words={cancelWords}
      version={call.updated_at}
      schema={() =>
        import("#shared/deals/deal-calls.ts").then(({ callCancelSchema }) => callCancelSchema.pick({ reason: true }))
      }
      defaultValues={{ reason: "" }}
      firstFocus="reason"
      send={(values, expected_version) => callApi("POST", `${path}/cancel`, { ...values, expected_version })}
    >
      {(form) => (
        <FormField form={form} name="reason" label={messages.reason} hint={messages.reasonHint}>
          <Textarea className="field-sizing-content max-h-80" rows={2} />
        </FormField>
      )}
    </RecordForm>
  );
}

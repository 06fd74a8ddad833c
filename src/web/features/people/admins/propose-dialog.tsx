import type { z } from "zod";
import type { AdminCandidate } from "#shared/people/people.ts";
import { personName } from "#shared/people/person-name.ts";
import { type Signatory, signatoryInputSchema } from "#shared/people/signatories.ts";
import { signatoryMessages as messages, type SignatoryCapacity } from "#shared/people/signatory-messages.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";

interface ProposeDialogProps extends DialogState {
  person: AdminCandidate;
  capacity: SignatoryCapacity;
  onProposed: () => void;
}

const schema = signatoryInputSchema.pick({ how_known: true });
type Values = z.input<typeof schema>;

/** Asks how the proposer knows the person, which everybody who is told reads. */
export function ProposeDialog({ person, capacity, onProposed, ...state }: ProposeDialogProps) {
  return (
    <ActionDialog<Values, Values, Signatory>
      {...state}
      words={{
        title: messages.proposeTitle[capacity](personName(person)),
        text: messages.proposeText[capacity],
        submit: "Propose",
        busy: "Proposing...",
        done: "Proposed. Another person confirms it.",
        failed: "Not proposed",
      }}
      schema={schema}
      defaultValues={{ how_known: "" }}
      invalidates={[queryKeys.signatories, queryKeys.admins, queryKeys.waitingCounts]}
      onDone={onProposed}
      send={(input) => callApi<Signatory>("POST", "/signatories", { user_id: person.id, capacity, ...input })}
    >
      {(form) => (
        <FormField form={form} name="how_known" label="How do you know this person?" hint={messages.howKnownHint}>
          <Input maxLength={maximumLineLength} />
        </FormField>
      )}
    </ActionDialog>
  );
}

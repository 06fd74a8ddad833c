import { type FormEvent, useState } from "react";
import type { z } from "zod";
import type { AdminCandidate } from "#shared/people/people.ts";
import { personName } from "#shared/people/person-name.ts";
import { type Signatory, signatoryInputSchema } from "#shared/people/signatories.ts";
import {
  capacityLabels,
  signatoryMessages as messages,
  type SignatoryCapacity,
  signatoryCapacities,
} from "#shared/people/signatory-messages.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { focusAdminList } from "./signatory-list.tsx";

export function FindCandidates() {
  const [typed, setTyped] = useSessionStorage(`admin-search:${useCurrentUserId()}`);
  const [words, setWords] = useState("");
  const find = (event: FormEvent) => {
    event.preventDefault();
    setWords(typed.trim());
  };
  return (
    <div className="grid gap-4 outline-none" tabIndex={-1}>
      <form onSubmit={find} className="flex flex-wrap items-end gap-2.5">
        <Field label="Propose a member as an admin" className="max-w-104 flex-[1_1_16rem]">
          <Input
            type="search"
            placeholder="Name or email"
            maxLength={maximumLineLength}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="outline">
          Find member
        </Button>
      </form>
      {words && (
        <CandidateList
          words={words}
          onProposed={() => {
            setTyped("");
            setWords("");
            focusAdminList();
          }}
        />
      )}
    </div>
  );
}

const pageSize = "10";

function CandidateList({ words, onProposed }: { words: string; onProposed: () => void }) {
  const list = useList<AdminCandidate>({
    path: "/user-roles/admin-candidates",
    parameters: { q: words, limit: pageSize },
  });
  return (
    <ListView
      list={list}
      items={list.items}
      noun="members"
      loading={<RowSkeletons label="Looking for members" count={1} />}
      empty={
        list.items?.length === 0 && (
          <p className="muted" role="status">
            No approved member has that in their name or email address.
          </p>
        )
      }
    >
      {(people) => (
        <ul className="person-rows">
          {people.map((person) => (
            <li key={person.id}>
              <PersonRow
                name={person.full_name}
                email={person.email}
                end={
                  person.can.propose &&
                  signatoryCapacities.map((capacity) => (
                    <Propose key={capacity} person={person} capacity={capacity} onProposed={onProposed} />
                  ))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </ListView>
  );
}

interface ProposeProps {
  person: Pick<AdminCandidate, "id" | "full_name" | "email">;
  capacity: SignatoryCapacity;
  onProposed?: (() => void) | undefined;
}

/** Asks how the reader knows them. */
export function Propose({ person, capacity, onProposed }: ProposeProps) {
  return (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall onClick={open}>
          Propose as {capacityLabels[capacity].toLowerCase()}
          <span className="sr-only"> {personName(person)}</span>
        </Button>
      )}
      dialog={(state) => <ProposeDialog {...state} person={person} capacity={capacity} onProposed={onProposed} />}
    />
  );
}

interface ProposeDialogProps extends DialogState {
  person: Pick<AdminCandidate, "id" | "full_name" | "email">;
  capacity: SignatoryCapacity;
  onProposed?: (() => void) | undefined;
}

const schema = signatoryInputSchema.pick({ how_known: true });
type Values = z.input<typeof schema>;

/** Asks how the proposer knows the person, which everybody who is told reads. */
function ProposeDialog({ person, capacity, onProposed, ...state }: ProposeDialogProps) {
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
        <FormField
          form={form}
          name="how_known"
          label="How do you know this person?"
          hint="One sentence. All who are told of it read it."
        >
          <Input maxLength={maximumLineLength} />
        </FormField>
      )}
    </ActionDialog>
  );
}

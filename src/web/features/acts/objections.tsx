import { memberCode, oneOf } from "#shared/acts/act-words.ts";
import { type Act, actAnswerSchema } from "#shared/acts/acts.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ActionDialog } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { actInvalidates } from "./act-queries.ts";

/** Of members who take part: each stops the list until it is withdrawn, or answered for a day. */
export function Objections({ act }: { act: Act }) {
  const { id, objections, answerers, can } = act;
  if (objections.length === 0 && !can.object) return null;
  return (
    <section className="grid gap-3" aria-label="Objections">
      {objections.length > 0 && <h4 className="d4">Objections</h4>}
      <ul className="grid gap-3 empty:hidden">
        {objections.map((objection) => (
          <Objection key={objection.id} objection={objection} />
        ))}
      </ul>
      {can.object && (
        <p>
          <ReasonButton
            label="I object..."
            look="outline"
            invalidates={actInvalidates}
            to={`/acts/${id}/objections`}
            hint="Everybody who takes part in the deal reads the reason, with your number in it."
            words={{
              title: "Object to this list?",
              text:
                answerers.length > 0
                  ? `Nothing of it is carried out until you withdraw the objection, or ${oneOf(answerers)} has answered it and a day has passed.`
                  : "Nothing of it is carried out unless you withdraw the objection. Nobody who signs for this deal may answer it, since they made the list or take part themselves. They withdraw the list, and can sign a new one, to which you can object again.",
              submit: "I object",
              busy: "Objecting...",
              done: { title: "You objected", description: "Those who sign for the deal are told." },
            }}
          />
        </p>
      )}
    </section>
  );
}

function Objection({ objection }: { objection: Act["objections"][number] }) {
  const { id, number, reason, objected_at, withdrawn_at, answered_at, answered_by_name, answer, can } = objection;
  return (
    <li className="grid gap-[0.4rem] border-l-2 border-ember pl-[0.9rem] outline-none" tabIndex={-1}>
      <p className="small num">
        <b className="font-semibold">Member {memberCode(number)} objects</b>, {shortLondonTime(objected_at)}
        {withdrawn_at && `, withdrawn on ${shortLondonTime(withdrawn_at)}`}
      </p>
      <p className="whitespace-pre-line wrap-anywhere" dir="auto">
        {reason}
      </p>
      {answered_at && (
        <p className="small whitespace-pre-line wrap-anywhere">
          <b className="font-semibold">
            Answered by {answered_by_name ?? "a deleted account"}, {shortLondonTime(answered_at)}:
          </b>{" "}
          <span dir="auto">{answer}</span>
        </p>
      )}
      {(can.answer || can.withdraw) && (
        <p className="button-row">
          {can.answer && <Answer id={id} />}
          {can.withdraw && (
            <ActionButton
              path={`/act-objections/${id}/withdrawal`}
              label="Withdraw your objection"
              busy="Withdrawing..."
              variant="outline"
              done="Objection withdrawn"
              failed="Not withdrawn"
              invalidates={actInvalidates}
            />
          )}
        </p>
      )}
    </li>
  );
}

function Answer({ id }: { id: string }) {
  return (
    <DialogOpener
      button={(open) => (
        <Button isSmall onClick={open}>
          Answer the objection...
        </Button>
      )}
      dialog={(state) => (
        <ActionDialog<{ answer: string }>
          {...state}
          invalidates={actInvalidates}
          draft={`/act-objections/${id}/answer`}
          words={{
            title: "Answer the objection",
            text: "The list goes on 24 hours later. Everybody who takes part reads your answer and your name.",
            submit: "Answer the objection",
            busy: "Answering...",
            done: "Objection answered",
          }}
          schema={actAnswerSchema}
          defaultValues={{ answer: "" }}
          send={(values) => callApi("POST", `/act-objections/${id}/answer`, values)}
        >
          {(form) => (
            <FormField form={form} name="answer" label="Answer">
              <Textarea className="field-sizing-content max-h-80" rows={3} />
            </FormField>
          )}
        </ActionDialog>
      )}
    />
  );
}

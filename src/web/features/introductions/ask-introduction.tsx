import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  introductionMessageLimits,
  introductionsPerWeek,
  introductionMessages as messages,
  notAskable,
} from "#shared/introductions/introduction-messages.ts";
import {
  type Introduction,
  type IntroductionInput,
  type IntroductionOutlook,
  introductionInputSchema,
} from "#shared/introductions/introductions.ts";
import { paths } from "#shared/paths.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Textarea } from "#web/ui/input.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { introductionKey } from "./introduction-key.ts";

type Member = Pick<MemberProfile, "id" | "full_name">;

/** Of somebody's profile in the directory: asks to be introduced, or says why one cannot. */
export function AskIntroduction({ member }: { member: Member }) {
  const [isAsking, setAsking] = useState(false);
  const { data: outlook } = useQuery({
    queryKey: [...introductionKey, "outlook", member.id],
    queryFn: ({ signal }) =>
      callApi<IntroductionOutlook>("GET", `/introductions/outlook?profile_id=${member.id}`, undefined, signal),
  });
  if (!outlook || outlook.state === "own") return null;
  return (
    <div className="panel-part">
      {outlook.state !== "can_ask" && <NotAskable outlook={outlook} state={outlook.state} />}
      {outlook.state === "can_ask" && !isAsking && (
        <Button onClick={() => setAsking(true)}>Ask for an introduction</Button>
      )}
      {outlook.state === "can_ask" && isAsking && (
        <AskForm member={member} left={outlook.left_this_week} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}

function NotAskable({
  outlook,
  state,
}: {
  outlook: IntroductionOutlook;
  state: Exclude<IntroductionOutlook["state"], "can_ask">;
}) {
  return (
    <>
      <p className="note">
        {notAskable[state]}{" "}
        {outlook.email && (
          <TextLink className="wrap-anywhere" to={`mailto:${outlook.email}`}>
            {outlook.email}
          </TextLink>
        )}
        {outlook.again_at && `From ${longDate(outlook.again_at)} on you can ask again.`}
      </p>
      {state === "no_name" && <TextLink to={paths.account}>Account</TextLink>}
      {["asked", "accepted", "asks_you", "barred"].includes(state) && (
        <TextLink to={paths.introductions}>Your introductions</TextLink>
      )}
    </>
  );
}

function AskForm({ member, left, onClose }: { member: Member; left: number; onClose: () => void }) {
  const client = useQueryClient();
  const userId = useCurrentUserId();
  const form = useApiForm<IntroductionInput, Introduction>({
    schema: introductionInputSchema,
    defaultValues: { profile_id: member.id, message: "" },
    send: (input) => callApi("POST", "/introductions", input),
    onSent: async () => {
      toast({ title: "Your request is sent.", description: `${member.full_name} has 30 days to answer.` });
      forgetDraft();
      onClose();
      await client.invalidateQueries({ queryKey: introductionKey });
    },
    fieldOfCode: { introduction_not_possible: "message" },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.notDone.ask, error),
    firstFocus: "message",
    refusalFocus: "message",
  });
  const { forgetDraft } = useDraft(`introduction:${member.id}:${userId}`, form);
  const { length } = form.watch("message").trim();
  return (
    <Form form={form} className="grid w-full gap-4" aria-label={`Ask ${member.full_name} for an introduction`}>
      <p className="muted">
        We pass on your message. Neither sees the other’s address before it is accepted; then both do.
      </p>
      <FormFields form={form}>
        <FormField
          form={form}
          name="message"
          label="Your message"
          hint={`${left} of ${introductionsPerWeek} requests left this week`}
          aside={
            <span className="note num">
              {length} of {introductionMessageLimits.most} characters
            </span>
          }
        >
          <Textarea className="field-sizing-content max-h-96 min-h-28" rows={4} />
        </FormField>
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} busyLabel={messages.sending}>
          Send request
        </SubmitButton>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

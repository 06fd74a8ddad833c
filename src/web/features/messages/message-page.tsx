import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { z } from "zod";
import { adminPaths } from "#shared/admin-paths.ts";
import { countedPeople } from "#shared/counted-people.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import type { DeskEvent } from "#shared/events/events.ts";
import { chatText, fillFields, messageFields } from "#shared/messages/message-text.ts";
import {
  dropWords,
  type MessageKind,
  messageKindLabels,
  messageMailStateLabels,
  messageMailStates,
  messageStateLabels,
  messageMessages as messages,
  missingLabels,
  missingThings,
  readsLikeOffer,
  servicePurposeLabels,
  servicePurposes,
} from "#shared/messages/message-words.ts";
import {
  type AudiencePreview,
  type Message,
  type MessageAudience,
  type MessageInput,
  type MessageRecipient,
  messageInputSchema,
  messageScheduleSchema,
} from "#shared/messages/messages.ts";
import { firstNameOf } from "#shared/people/first-name.ts";
import { tierLabels, tiers } from "#shared/people/people-messages.ts";
import type { HeldCompany } from "#shared/portfolio/portfolio.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { londonMoment, typedAs } from "#web/lib/form-codecs.ts";
import { formatDateTime, formatLondonTime, shortDate } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { currentSession } from "#web/lib/session.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { useList } from "#web/lib/use-list.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormField, FormFields } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { MessageStateBadge, MessageText } from "./message-text.tsx";

interface MessagePageProps {
  /** "new" for one that is not written yet. */
  id: string;
  isNewsletter: boolean;
  backTo: string;
}

/** A message: who gets it, what it says, whether it is about an offer and when it leaves; afterwards, what came of it. */
export function MessagePage({ id, isNewsletter, backTo }: MessagePageProps) {
  const isNew = id === "new";
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.message(id),
    queryFn: ({ signal }) => callApi<Message>("GET", `/messages/${id}`, undefined, signal),
    enabled: !isNew,
    refetchInterval: ({ state }) => (state.data?.state === "sending" ? 3000 : false),
  });
  return (
    <div>
      <BackLink to={backTo} className="mb-2">
        Messages
      </BackLink>
      {isNew && <Draft isNewsletter={isNewsletter} />}
      {!isNew && isPending && <RowSkeletons label="Loading the message" count={4} />}
      {!isNew && !isPending && !data && (
        <LoadFailed heading="h1" title="The message could not be loaded" onRetry={() => void refetch()} />
      )}
      {data && (data.can.change ? <Draft key={data.version} message={data} /> : <Report message={data} />)}
    </div>
  );
}

const whoOptions = {
  members: "All members",
  tiers: "Members of a plan",
  holders: "Holders of a company",
  event: "Guests of an event",
  no_answer: "Members who have not answered an event",
  missing: "Members who lack something",
  newsletter: "The newsletter’s list",
  kept: "As chosen by a program",
} as const;

const answerOptions = {
  going: { label: "Going", answers: ["going"] },
  all: { label: "Going, waiting or offered a place", answers: ["going", "waiting", "offered"] },
  waiting: { label: "Waiting", answers: ["waiting"] },
  not_going: { label: "Not going", answers: ["not_going"] },
} as const;

interface Values {
  who: keyof typeof whoOptions;
  tier: string;
  company_id: string;
  event_id: string;
  answers: keyof typeof answerOptions;
  missing: string;
  offer: "" | "yes" | "no";
  not_offer_because: string;
  deal_id: string;
  purpose: string;
  subject: string;
  text: string;
  is_personal: boolean;
}

const paid = "premium,vip";

function audienceOf(values: Values, kept: MessageAudience | undefined): MessageAudience {
  switch (values.who) {
    case "members":
      return { members: true };
    case "tiers":
      return { tiers: values.tier.split(",") as (typeof tiers)[number][] };
    case "holders":
      return { holders_of: values.company_id };
    case "event":
      return { event: values.event_id, answers: [...answerOptions[values.answers].answers] };
    case "no_answer":
      return { no_answer_to: values.event_id };
    case "missing":
      return { missing: values.missing as (typeof missingThings)[number] };
    case "newsletter":
      return { newsletter: true };
    case "kept":
      return kept ?? { members: true };
  }
}

function kindOf({ who, offer, purpose }: Values): MessageKind {
  if (who === "newsletter") return "newsletter";
  if (offer === "yes") return "offer";
  if (purpose !== "") return "service";
  if (who === "holders") return "company";
  return who === "event" || who === "no_answer" ? "event" : "club";
}

const toInput =
  (kept: MessageAudience | undefined) =>
  (values: Values): MessageInput => {
    const kind = kindOf(values);
    const isOffer = { yes: true, no: false, "": null }[values.offer];
    return {
      kind,
      purpose: kind === "service" ? (values.purpose as (typeof servicePurposes)[number]) : null,
      subject: values.subject,
      text: values.text,
      audience: audienceOf(values, kept),
      is_offer: isOffer,
      not_offer_because: isOffer === false ? values.not_offer_because : null,
      deal_id: kind === "offer" ? values.deal_id : null,
      is_personal: values.is_personal,
    };
  };

const blank: Values = {
  who: "members",
  tier: paid,
  company_id: "",
  event_id: "",
  answers: "going",
  missing: "statement",
  offer: "",
  not_offer_because: "",
  deal_id: "",
  purpose: "",
  subject: "",
  text: "Dear {first_name|member},\n\n",
  is_personal: true,
};

function toValues(message: Message): Values {
  const { audience, is_offer, not_offer_because, deal_id, purpose, subject, text, is_personal } = message;
  return {
    ...blank,
    ...whoOf(audience),
    offer: is_offer === null ? "" : is_offer ? "yes" : "no",
    not_offer_because: not_offer_because ?? "",
    deal_id: deal_id ?? "",
    purpose: purpose ?? "",
    subject,
    text,
    is_personal,
  };
}

function whoOf(audience: MessageAudience): Partial<Values> {
  if ("members" in audience) return { who: "members" };
  if ("newsletter" in audience) return { who: "newsletter" };
  if ("tiers" in audience) return { who: "tiers", tier: audience.tiers.join(",") };
  if ("holders_of" in audience) return { who: "holders", company_id: audience.holders_of };
  if ("no_answer_to" in audience) return { who: "no_answer", event_id: audience.no_answer_to };
  if ("missing" in audience) return { who: "missing", missing: audience.missing };
  if ("event" in audience) {
    const names = Object.keys(answerOptions) as (keyof typeof answerOptions)[];
    const answers = names.find((name) => `${answerOptions[name].answers}` === `${audience.answers}`);
    if (answers) return { who: "event", event_id: audience.event, answers };
  }
  return { who: "kept" };
}

interface DraftProps {
  message?: Message;
  isNewsletter?: boolean;
}

function Draft({ message, isNewsletter = false }: DraftProps) {
  useOpenedTitle(message?.subject ?? "New message");
  const navigate = useNavigate();
  const client = useQueryClient();
  const changed = useInvalidate([queryKeys.messages, queryKeys.audit]);
  /** Once it is saved, it is sent to its author. */
  const isTesting = useRef(false);
  const kept = message?.audience;
  const test = useTest();
  const form = useApiForm<Values, Message, MessageInput>({
    schema: z.custom<Values>().transform(toInput(kept)).pipe(messageInputSchema) as never,
    defaultValues: message ? toValues(message) : { ...blank, ...(isNewsletter && { who: "newsletter" as const }) },
    fieldOfPath: (path) => ({ audience: "who", is_offer: "offer" })[path] ?? path,
    send: (input) =>
      message
        ? callApi<Message>("PUT", `/messages/${message.id}`, { ...input, expected_version: message.version })
        : callApi<Message>("POST", "/messages", input),
    onSent: async (saved) => {
      const shown = isTesting.current ? ((await test(saved)) ?? saved) : saved;
      if (!isTesting.current) toast({ title: "Draft saved" });
      client.setQueryData(queryKeys.message(saved.id), shown);
      if (!message) navigate(adminPaths.message(saved.id), { replace: true });
      await changed();
    },
    onRefused: async (error, isAtField) => {
      if (!isAtField) toastFailure("Failed to save the message.", error);
      await changed();
    },
  });
  const { isDirty } = form.formState;
  const values = form.watch();
  const preview = useAudience(values, kept);
  const sendTest = () => {
    isTesting.current = true;
  };
  return (
    <div className="grid gap-x-10 gap-y-8 @min-[60rem]:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        <ViewHead title={message?.subject ?? "New message"}>
          {message && (
            <span className="note">
              {messageStateLabels[message.state]}, saved at {formatDateTime(message.updated_at)}
            </span>
          )}
        </ViewHead>
        {message && !isDirty && <Standing message={message} />}
        <Form form={form} className="grid gap-6" aria-label="Message">
          <FormFields form={form}>
            <Who
              form={form}
              preview={preview}
              canKeep={message !== undefined && whoOf(message.audience).who === "kept"}
            />
            <Offer form={form} preview={preview} />
            <What form={form} />
          </FormFields>
          <div className="button-row">
            <Button
              type="submit"
              variant="outline"
              busyLabel={form.isBusy && !isTesting.current && "Saving..."}
              onClick={() => {
                isTesting.current = false;
              }}
            >
              Save draft
            </Button>
            {(isDirty || !message?.tested_at) && (
              <Button type="submit" busyLabel={form.isBusy && isTesting.current && "Sending..."} onClick={sendTest}>
                Send it to me first
              </Button>
            )}
          </div>
        </Form>
        {message && !isDirty && message.tested_at && <When message={message} preview={preview} />}
      </div>
      <AsMail values={values} />
    </div>
  );
}

/** @returns the message as it is then; undefined where it was not sent. */
const useTest = () => async (saved: Message) => {
  try {
    const tested = await callApi<Message>("POST", `/messages/${saved.id}/test`, { expected_version: saved.version });
    toast({ title: "Sent to you", description: "Read it before you send it to anybody else." });
    return tested;
  } catch (error) {
    toastFailure("The draft is saved, and was not sent to you.", error as Error);
    return undefined;
  }
};

function useAudience(values: Values, kept: MessageAudience | undefined) {
  const question = {
    kind: kindOf(values),
    audience: audienceOf(values, kept),
    deal_id: kindOf(values) === "offer" ? values.deal_id || null : null,
  };
  const asked = useDebounced(JSON.stringify(question), 250);
  const isComplete = !asked.includes('""') && (question.kind !== "offer" || values.deal_id !== "");
  const { data } = useQuery({
    queryKey: queryKeys.messageAudience(JSON.parse(asked)),
    queryFn: ({ signal }) => callApi<AudiencePreview>("POST", "/messages/audience", JSON.parse(asked), signal),
    enabled: isComplete,
  });
  return isComplete ? data : undefined;
}

interface StepProps {
  form: ServerForm<Values>;
  preview?: AudiencePreview | undefined;
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-4" aria-label={title}>
    <h2 className="d4">{title}</h2>
    {children}
  </section>
);

function Who({ form, preview, canKeep }: StepProps & { canKeep: boolean }) {
  const { newsletter } = useClub();
  const who = form.watch("who");
  const isShown = (name: string) =>
    (name !== "newsletter" || newsletter.mode === "list" || who === "newsletter") && (name !== "kept" || canKeep);
  return (
    <Step title="1 Who">
      <FormField
        form={form}
        name="who"
        label="Who gets it"
        hint={preview ? `${countedPeople(preview.count)} now` : "Members who are suspended or have left never get it"}
      >
        <Select>
          {Object.entries(whoOptions).flatMap(([name, label]) =>
            isShown(name)
              ? [
                  <option key={name} value={name}>
                    {label}
                  </option>,
                ]
              : [],
          )}
        </Select>
      </FormField>
      {who === "tiers" && (
        <FormField form={form} name="tier" label="Plan">
          <Select>
            <option value={paid}>Premium and VIP</option>
            {tiers.map((tier) => (
              <option key={tier} value={tier}>
                {tierLabels[tier]}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      {who === "holders" && <CompanyField form={form} />}
      {(who === "event" || who === "no_answer") && <EventFields form={form} hasAnswers={who === "event"} />}
      {who === "missing" && (
        <FormField form={form} name="missing" label="What they lack">
          <Select>
            {missingThings.map((thing) => (
              <option key={thing} value={thing}>
                {missingLabels[thing]}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      {preview && (
        <Names title={`The ${countedPeople(preview.count)} who get it`} names={preview.sample} of={preview.count} />
      )}
    </Step>
  );
}

interface NamesProps {
  title: string;
  names: readonly string[];
  of: number;
}

function Names({ title, names, of }: NamesProps) {
  if (names.length === 0) return null;
  const more = of - names.length;
  return (
    <details className="small">
      <summary>{title}</summary>
      <p className="muted mt-1 wrap-anywhere">
        {names.join(", ")}
        {more > 0 && `, and ${more.toLocaleString("en-GB")} more`}
      </p>
    </details>
  );
}

function CompanyField({ form }: StepProps) {
  const { items = [] } = useList<HeldCompany>({ path: "/held-companies", parameters: { limit: "100" } });
  return (
    <FormField form={form} name="company_id" label="Company">
      <Select>
        <option value="">Choose a company</option>
        {items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </FormField>
  );
}

function EventFields({ form, hasAnswers }: StepProps & { hasAnswers: boolean }) {
  const { items = [] } = useList<DeskEvent>({ path: "/event-places", parameters: { limit: "100" } });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="event_id" label="Event">
        <Select>
          <option value="">Choose an event</option>
          {items.map(({ id, title, starts_at }) => (
            <option key={id} value={id}>
              {title}, {shortDate(starts_at)}
            </option>
          ))}
        </Select>
      </FormField>
      {hasAnswers && (
        <FormField form={form} name="answers" label="Who answered">
          <Select>
            {Object.entries(answerOptions).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        </FormField>
      )}
    </div>
  );
}

function Offer({ form, preview }: StepProps) {
  const [offer, who, subject, text] = form.watch(["offer", "who", "subject", "text"]);
  const { error } = form.getFieldState("offer", form.formState);
  const options = [
    { value: "no", label: "No", note: "News, an event, the club" },
    { value: "yes", label: "Yes", note: "A deal, shares, a round. The law limits who may get it" },
  ];
  return (
    <Step title="2 Is it about something people could invest in?">
      <div className="choices" role="radiogroup" aria-label="Is it about something people could invest in?">
        {options.map(({ value, label, note }) => (
          <label key={value} className="p-3">
            <input type="radio" value={value} data-invalid={error ? "" : undefined} {...form.register("offer")} />
            <span>
              <b className="block font-semibold">{label}</b>
              <span className="note">{note}</span>
            </span>
          </label>
        ))}
      </div>
      {error && <p className="field-error">{error.message}</p>}
      {offer === "no" && (
        <FormField form={form} name="not_offer_because" label="Why it is not about an offer" hint="Kept in the audit">
          <Input />
        </FormField>
      )}
      {offer === "no" && readsLikeOffer(`${subject} ${text}`) && (
        <Notice tone="warning">The text has words of an offer, such as shares or a round. Is it about one?</Notice>
      )}
      {offer === "yes" && who === "newsletter" && <Notice tone="warning">{messages.offerToPublic}</Notice>}
      {offer === "yes" && who !== "newsletter" && <DealField form={form} />}
      {preview && <WhoDropsOut preview={preview} isOffer={offer === "yes"} />}
    </Step>
  );
}

function DealField({ form }: StepProps) {
  const { items = [] } = useList<ListedDeal>({ path: "/deals", parameters: { limit: "100" } });
  return (
    <FormField form={form} name="deal_id" label="Deal" hint="It can be sent while members can commit to it">
      <Select>
        <option value="">Choose a deal</option>
        {items
          .filter(({ state }) => ["preparing", "approved", "released", "closing"].includes(state))
          .map(({ id, company_name, name }) => (
            <option key={id} value={id}>
              {company_name}, {name}
            </option>
          ))}
      </Select>
    </FormField>
  );
}

function WhoDropsOut({ preview: { count, dropped }, isOffer }: { preview: AudiencePreview; isOffer: boolean }) {
  const out = dropped.reduce((sum, { people }) => sum + people, 0);
  if (out === 0 && !isOffer) return null;
  const reasons = dropped.map(({ reason, people }) => dropWords(reason, people));
  return (
    <Notice
      tone={isOffer ? "warning" : "info"}
      title={`${count.toLocaleString("en-GB")} of ${countedPeople(count + out)} ${count === 1 ? "gets" : "get"} it.`}
    >
      {reasons.length > 0 && `${reasons.join("; ")}. `}
      {isOffer && "The risk warning comes first, and another admin has to approve. "}
      Each person is checked again as the email leaves.
      {dropped.map(({ reason, people, names }) => (
        <Names key={reason} title={dropWords(reason, people)} names={names} of={people} />
      ))}
    </Notice>
  );
}

function What({ form }: StepProps) {
  const [offer, who, purpose] = form.watch(["offer", "who", "purpose"]);
  const { name } = useClub().identity;
  const author = firstNameOf(currentSession().session?.user.user_metadata.full_name ?? "");
  return (
    <Step title="3 What">
      {offer !== "yes" && who !== "newsletter" && (
        <FormField
          form={form}
          name="purpose"
          label="Can people turn it off?"
          hint={purpose === "" ? "Who turned such emails off sees it under the bell" : messages.serviceWarning}
        >
          <Select>
            <option value="">Yes, as other news of the club</option>
            {servicePurposes.map((each) => (
              <option key={each} value={each}>
                No: {servicePurposeLabels[each].toLowerCase()}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      <FormField form={form} name="subject" label="Subject">
        <Input maxLength={150} autoComplete="off" />
      </FormField>
      <FormField
        form={form}
        name="text"
        label="Text"
        hint={`An empty line begins a paragraph, “- ” an item of a list. Filled in for each person: ${messageFields.map((field) => `{${field}}`).join(", ")}`}
      >
        <Textarea className="field-sizing-content" rows={10} />
      </FormField>
      <Checkbox
        label={`From “${author ? `${author} at ${name}` : name}”, and answers come to me`}
        {...form.register("is_personal")}
      />
    </Step>
  );
}

/** The text as a mail, with the author's own name. */
function AsMail({ values }: { values: Values }) {
  const { identity } = useClub();
  const name = currentSession().session?.user.user_metadata.full_name ?? null;
  const first = firstNameOf(name ?? "");
  const known = { first_name: first || null, full_name: name };
  const message = { kind: kindOf(values), subject: values.subject, text: values.text };
  return (
    <aside aria-label="As you get it">
      <h2 className="d4 mb-3">As you get it</h2>
      <div className="card">
        <div className="border-b border-line p-4">
          <b className="block font-semibold wrap-anywhere">{fillFields(values.subject, known) || "No subject yet"}</b>
          <span className="note">
            {values.is_personal && first ? `${first} at ${identity.name}` : identity.name}, to {name ?? "you"}
          </span>
        </div>
        <div className="p-4">
          {message.kind === "offer" && (
            <Notice tone="warning" className="mb-4">
              The deal’s risk warning stands here.
            </Notice>
          )}
          <MessageText text={values.text} values={known} />
        </div>
      </div>
      <p className="small mt-3 flex flex-wrap items-center gap-2">
        <CopyButton what="for chat" text={chatText(message)} />
        {message.kind === "offer" ? `says only: ${messages.neutral}` : "for a chat group"}
      </p>
    </aside>
  );
}

/** Where a message stands that waits for another admin, or for its time. */
function Standing({ message }: { message: Message }) {
  const { id, state, version, approved_at, approved_by_name, submitted_by_name, refusal, send_at, can } = message;
  const approve = useAction<Message, { expected_version: number }>(`/messages/${id}/approve`, {
    done: "The message is approved",
    failed: "The message was not approved.",
    invalidates: [queryKeys.messages, queryKeys.audit],
  });
  if (state === "draft") return null;
  return (
    <Notice className="mb-5" tone={approved_at ? "success" : "info"}>
      {state === "scheduled" &&
        send_at &&
        `It leaves on ${formatLondonTime(send_at)}. A change makes it a draft again. `}
      {approved_at && `Approved by ${approved_by_name ?? "an admin"}.`}
      {state === "in_review" && !approved_at && (
        <>
          {submitted_by_name ?? "An admin"} asks for approval.{" "}
          {can.approve && (
            <Button
              isSmall
              busyLabel={approve.isPending && "Approving..."}
              onClick={() => approve.act({ expected_version: version })}
            >
              Approve
            </Button>
          )}
          {refusal && messages.secondPerson}
        </>
      )}
    </Notice>
  );
}

function When({ message, preview }: { message: Message; preview: AudiencePreview | undefined }) {
  const { id, kind, state, can } = message;
  const [isAsking, setAsking] = useState(false);
  const invalidates = [queryKeys.messages, queryKeys.audit];
  const count = preview?.count ?? 0;
  const submit = useAction<Message>(`/messages/${id}/submit`, {
    done: "Another admin is asked to approve",
    failed: "The message was not submitted.",
    invalidates,
  });
  return (
    <section className="mt-8" aria-label="4 When">
      <h2 className="d4 mb-3">4 When</h2>
      {kind === "offer" && state === "draft" && (
        <Button busyLabel={submit.isPending && "Asking..."} onClick={() => submit.act()}>
          Ask another admin to approve
        </Button>
      )}
      {can.send && (
        <div className="button-row">
          <Button disabled={count === 0} onClick={() => setAsking(true)}>
            Send to {countedPeople(count)}…
          </Button>
          <DialogOpener
            button={(open) => (
              <Button variant="outline" onClick={open}>
                Send later…
              </Button>
            )}
            dialog={(dialog) => <ScheduleDialog id={id} count={count} {...dialog} />}
          />
        </div>
      )}
      <StartDialog id={id} count={count} isOpen={isAsking} onClose={() => setAsking(false)} invalidates={invalidates} />
      {can.delete && <DeleteDraft id={id} />}
    </section>
  );
}

interface StartDialogProps {
  id: string;
  count: number;
  isOpen: boolean;
  onClose: () => void;
  invalidates: readonly (readonly unknown[])[];
}

function StartDialog({ id, count, isOpen, onClose, invalidates }: StartDialogProps) {
  const changed = useInvalidate(invalidates);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await callApi("POST", `/messages/${id}/start`, { expected_count: count });
      toast({ title: "The message is being sent" });
    } catch (error) {
      toastFailure("The message was not sent.", error as Error);
    }
    await changed();
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Send to ${countedPeople(count)}?`}
      text="Each gets one email, and a notice under the bell. What has left cannot be taken back."
      confirmLabel={`Send to ${countedPeople(count)}`}
      variant="secondary"
      busyLabel={isBusy && "Starting..."}
      onConfirm={() => void send()}
    />
  );
}

const scheduleSchema = typedAs(
  z.object({ day: z.string(), time: z.string() }).transform(({ day, time }) => ({ send_at: londonMoment(day, time) })),
  messageScheduleSchema.pick({ send_at: true }),
);

function ScheduleDialog({ id, count, ...dialog }: DialogState & { id: string; count: number }) {
  return (
    <ActionDialog
      {...dialog}
      words={{
        title: "Send later",
        text: `${countedPeople(count)} would get it now. Who is in the audience then gets it.`,
        submit: "Schedule",
        busy: "Scheduling...",
        done: "The message is scheduled",
        failed: "The message was not scheduled.",
      }}
      schema={scheduleSchema}
      defaultValues={{ day: "", time: "09:00" }}
      fieldOfPath={(path) => (path === "send_at" ? "day" : path)}
      send={({ send_at }) => callApi("POST", `/messages/${id}/schedule`, { send_at, expected_count: count })}
      invalidates={[queryKeys.messages, queryKeys.audit]}
    >
      {(form) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField form={form} name="day" label="Day" />
          <FormField form={form} name="time" label="Time in London">
            <Input type="time" />
          </FormField>
        </div>
      )}
    </ActionDialog>
  );
}

function DeleteDraft({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { act } = useAction(`/messages/${id}`, {
    method: "DELETE",
    done: "The draft is deleted",
    failed: "The draft was not deleted.",
    invalidates: [queryKeys.messages],
    onDone: () => void navigate(adminPaths.messages, { replace: true }),
  });
  return (
    <p className="mt-4">
      <Button variant="ghost" isSmall onClick={() => setAsking(true)}>
        Delete draft
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this draft?"
        text="Nobody got it. It cannot be brought back."
        confirmLabel="Delete draft"
        onConfirm={() => act()}
      />
    </p>
  );
}

/** What came of a message that was started. */
function Report({ message }: { message: Message }) {
  useOpenedTitle(message.subject);
  const { id, kind, subject, text, state, states, dropped, started_at, started_by_name, can, deal_company } = message;
  const waiting = states.waiting + states.queued + states.sending;
  return (
    <>
      <ViewHead title={subject}>
        <Actions message={message} />
      </ViewHead>
      <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
        <MessageStateBadge state={state} />
        <span>{messageKindLabels[kind]}</span>
        {deal_company && <span>{deal_company}</span>}
        {started_at && (
          <span className="num">
            Started on {formatLondonTime(started_at)}
            {started_by_name && ` by ${started_by_name}`}
          </span>
        )}
      </p>
      <dl className="facts mt-5 max-w-(--measure)">
        <Fact term="Sent">{states.sent.toLocaleString("en-GB")}</Fact>
        {waiting > 0 && <Fact term="Still to leave">{waiting.toLocaleString("en-GB")}</Fact>}
        {dropped.length > 0 && (
          <Fact term="Not sent">
            {dropped.map(({ reason, people }) => (
              <span key={reason} className="block">
                {dropWords(reason, people)}
              </span>
            ))}
          </Fact>
        )}
        {states.stopped > 0 && <Fact term="Stopped">{states.stopped.toLocaleString("en-GB")}</Fact>}
        {states.unknown > 0 && (
          <Fact term="Not known">
            {countedPeople(states.unknown)}: the club was stopped while the mail server had the email.
            {can.settle_unknown && <ResendUnknown id={id} people={states.unknown} />}
          </Fact>
        )}
      </dl>
      <details className="mt-5 max-w-(--measure)">
        <summary>The text</summary>
        <div className="card mt-2 p-5">
          <MessageText text={text} />
        </div>
      </details>
      <p className="small mt-4 flex flex-wrap items-center gap-2">
        <CopyButton what="for chat" text={chatText({ kind, subject, text })} /> for a chat group
      </p>
      <div className="mt-8">
        <ListScreen<MessageRecipient>
          title="Recipients"
          isBlock
          isInPage
          path={`/messages/${id}/recipients`}
          noun="people"
          loading="Loading recipients"
          search="Part of a name or email"
          filters={[
            {
              name: "mail",
              parameter: "state",
              label: "Email",
              all: "All",
              options: messageMailStates
                .filter((value) => states[value] > 0 && value !== "queued")
                .map((value) => ({ value, label: messageMailStateLabels[value] })),
            },
          ]}
          exportTo={{
            path: `/messages/${id}/recipients.csv`,
            label: "Export CSV",
            busy: "Exporting...",
            failed: "The recipients were not exported.",
          }}
          caption="Recipients"
          columns={recipientColumns}
          empty={{ title: "Nobody", text: "Nobody was in the audience as the message was started." }}
          nothing={{
            title: "Nobody found",
            text: "Nobody has these words, and an email in this state.",
            showAll: "Show all recipients",
          }}
        />
      </div>
    </>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

const recipientColumns: RecordColumn<MessageRecipient>[] = [
  {
    header: "Name",
    className: "w-full",
    cell: ({ full_name, email }) => full_name ?? email ?? "Has unsubscribed since",
  },
  { header: "Email", cell: ({ full_name, email }) => (full_name ? email : null) },
  { header: "State", isBeside: true, cell: ({ state }) => messageMailStateLabels[state] },
  {
    header: "Why",
    className: "muted",
    cell: ({ reason }) => (reason === null ? null : dropWords(reason, 1).replace(/^1 /, "")),
  },
  { header: "At", className: "num whitespace-nowrap", cell: ({ changed_at }) => formatDateTime(changed_at) },
];

function Actions({ message: { id, can } }: { message: Message }) {
  const options = { invalidates: [queryKeys.messages, queryKeys.audit] };
  const pause = useAction(`/messages/${id}/pause`, { ...options, failed: "The message was not paused." });
  const resume = useAction(`/messages/${id}/resume`, { ...options, failed: "The message was not resumed." });
  const stop = useAction(`/messages/${id}/stop`, { ...options, failed: "The message was not stopped." });
  const [isStopping, setStopping] = useState(false);
  return (
    <>
      {can.pause && (
        <Button variant="outline" isSmall busyLabel={pause.isPending && "Pausing..."} onClick={() => pause.act()}>
          Pause
        </Button>
      )}
      {can.resume && (
        <Button variant="outline" isSmall busyLabel={resume.isPending && "Resuming..."} onClick={() => resume.act()}>
          Resume
        </Button>
      )}
      {can.stop && (
        <Button variant="outline" isSmall onClick={() => setStopping(true)}>
          Stop
        </Button>
      )}
      <ConfirmDialog
        isOpen={isStopping}
        onClose={() => setStopping(false)}
        title="Stop this message?"
        text="Who has not got it yet never gets it. What has left cannot be taken back."
        confirmLabel="Stop the message"
        onConfirm={() => {
          setStopping(false);
          stop.act();
        }}
      />
    </>
  );
}

function ResendUnknown({ id, people }: { id: string; people: number }) {
  const [isAsking, setAsking] = useState(false);
  const label = `Send again to ${countedPeople(people)} of whom we do not know`;
  const { act } = useAction(`/messages/${id}/settle-unknown`, {
    done: "The message is being sent again",
    failed: "The message was not sent again.",
    invalidates: [queryKeys.messages, queryKeys.audit],
  });
  return (
    <span className="mt-2 block">
      <Button variant="outline" isSmall onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`${label}?`}
        text="Some of them may have it already, and get it twice. Your mail provider’s log may say who."
        confirmLabel="Send again"
        variant="secondary"
        onConfirm={() => {
          setAsking(false);
          act();
        }}
      />
    </span>
  );
}

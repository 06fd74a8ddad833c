import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { minimumPasswordLength, weakPasswordMessage } from "#shared/account/password-rules.ts";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { fillSiteText, siteValues } from "#shared/content/site-pages.ts";
import { paths } from "#shared/paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { SetupAccount, SetupForm, SetupState } from "#shared/setup/setup.ts";
import {
  defaultRegulation,
  setupMessages as messages,
  type SiteClaim,
  siteClaims,
} from "#shared/setup/setup-messages.ts";
import type { SystemState } from "#shared/system/system.ts";
import { systemQuery } from "#web/features/system/system-query.ts";
import { TestMail } from "#web/features/system/test-mail.tsx";
import { ApiError, callApi } from "#web/lib/api.ts";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { QueryArea } from "#web/lib/query-client.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { checkSignIn, useSession } from "#web/lib/session.ts";
import { useForgetSiteData } from "#web/lib/site-data.tsx";
import { useAction } from "#web/lib/use-action.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { focusPage } from "#web/ui/page-focus.ts";
import { Segments } from "#web/ui/segments.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { SetupCard } from "./setup-card.tsx";

interface AccountStepProps {
  link: { code: string; email: string };
  /** Another first admin was quicker. */
  onClosed: (typed: Pick<SetupAccount, "full_name" | "password">) => void;
}

function AccountStep({ link, onClosed }: AccountStepProps) {
  const [problem, setProblem] = useState<"used" | "invalid" | null>(null);
  const form = useApiForm<SetupAccount>({
    schema: () => import("#shared/setup/setup.ts").then(({ setupAccountSchema }) => setupAccountSchema),
    defaultValues: { ...link, full_name: "", password: "" },
    send: (input) => callApi("POST", "/setup/account", input),
    onSent: async () => {
      forgetDraft();
      await checkSignIn();
    },
    onRefused: (error, isAtField) => {
      const code = error instanceof ApiError ? error.problem.code : undefined;
      if (code === "setup_closed") {
        const { full_name, password } = form.getValues();
        onClosed({ full_name, password });
      } else if (code === "invitation_used" || code === "account_exists") setProblem("used");
      else if (code === "invitation_expired" || isLinkInvalid(error)) setProblem("invalid");
      else if (!isAtField) toastFailure("Your account was not created", error);
    },
    fieldOfCode: { weak_password: "password" },
    messageOf: weakPasswordMessage,
  });
  const { forgetDraft } = useDraft("setup-account", form);
  return (
    <SetupCard step={1} title={messages.title} lead="You are the first admin. Nobody else is in the club yet.">
      {problem && (
        <div role="alert">
          <Notice tone="warning">
            {problem === "used"
              ? "This link has been used. If it was you, sign in with the password that you chose: the setup goes on there."
              : "This link does not work any more. Whoever runs the server gets a new one with the command npm run first-admin."}
          </Notice>
        </div>
      )}
      <Form form={form}>
        <FormFields form={form}>
          <p>{messages.madeFor(link.email)}</p>
          {/* For password managers, which save a password with its account. */}
          <input type="email" autoComplete="username" value={link.email} readOnly hidden />
          <FormField form={form} name="full_name" label="Your name">
            <Input autoComplete="name" required />
          </FormField>
          <FormField form={form} name="password" label="Password" hint="At least 6 characters; a sentence is safer">
            <Input type="password" autoComplete="new-password" required minLength={minimumPasswordLength} />
          </FormField>
        </FormFields>
        <SubmitButton form={form} isFull busyLabel="Creating your account...">
          Create my account
        </SubmitButton>
        <p className="note">
          {messages.alreadyRegistered} <InlineLink to={paths.login}>{messages.signIn}</InlineLink>
        </p>
      </Form>
    </SetupCard>
  );
}

/** A code or address that was cut is refused for its form. */
const isLinkInvalid = (error: Error): boolean =>
  error instanceof ApiError &&
  (error.problem.code === "invitation_invalid" ||
    error.problem.errors?.some(({ path }) => path === "code" || path === "email") === true);

const setupQuery = queryOptions({
  queryKey: queryKeys.setup,
  queryFn: ({ signal }) => callApi<SetupState>("GET", "/setup", undefined, signal),
});

interface SetupProps {
  link: { code: string; email: string } | null;
  /** The form for a link that no longer sets the club up, with what was typed meanwhile. */
  registration: (typed: SetupTyped | undefined, isFinished: boolean) => ReactNode;
}

export type SetupTyped = Pick<SetupAccount, "full_name" | "password">;

/** The step that the club and the person are at. */
export const Setup = (props: SetupProps) => (
  <QueryArea>
    <Step {...props} />
  </QueryArea>
);

function Step({ link, registration }: SetupProps) {
  const { status, session } = useSession();
  const client = useQueryClient();
  const { data: setup, error, refetch } = useQuery(setupQuery);
  const [typed, setTyped] = useState<SetupTyped>();
  if (!setup && error) {
    const action = <Button onClick={() => void refetch()}>Try again</Button>;
    return <SetupMessage picture="broken" title="The setup could not be loaded" text={error.message} action={action} />;
  }
  if (!setup || status === "loading") return <Loading />;
  if (session) return <SignedIn session={session} />;
  if (link && setup.state === "new") {
    return (
      <AccountStep
        link={link}
        onClosed={(kept) => {
          setTyped(kept);
          void client.invalidateQueries({ queryKey: setupQuery.queryKey });
        }}
      />
    );
  }
  if (link) return registration(typed, setup.state === "finished");
  return <WithoutLink state={setup.state} />;
}

interface SetupMessageProps {
  picture?: "broken" | "signed-out";
  title: string;
  text: string;
  action?: ReactNode;
}

/** The message replaces a step. */
function SetupMessage({ picture, title, text, action }: SetupMessageProps) {
  usePageMeta(title, text);
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState isCard heading="h1" {...(picture && { picture })} title={title} text={text} action={action} />
    </div>
  );
}

function SignedIn({ session }: { session: Session }) {
  const { data: setup } = useQuery(setupQuery);
  if (!setup) return <Loading />;
  const { state, is_mine, can, started_by_name } = setup;
  if (session.role !== "admin") return <NotFoundPage />;
  if (state === "finished") return <DoneStep />;
  if (can.finish) return <ClubStep session={session} />;
  if (can.skip) return <OtherAdmin name={started_by_name} />;
  if (!is_mine) return <NotFoundPage />;
  const action = <LinkButton to={paths.accountPart("two-factor")}>Open my Account page</LinkButton>;
  return (
    <SetupMessage
      title="Set up two-factor sign-in first"
      text="This club asks its admins for a second factor. Set it up on your Account page, sign in with it, and the setup goes on."
      action={action}
    />
  );
}

/** The step is also shown to admins who come back to the address of a club that is set up. */
function DoneStep() {
  const { data: system, error } = useQuery(systemQuery);
  return (
    <SetupCard step={4} title="Your club is set up" lead="Check that emails arrive, and go on where you like." isWide>
      <section aria-label={messages.mails} className="grid gap-4">
        <h2 className="d4">{messages.mails}</h2>
        {system && <MailState system={system} />}
        {system && <TestMail state={system} />}
        {!system && !error && <RowSkeletons label={messages.loading} />}
        {!system && error && <Notice tone="error">{error.message}</Notice>}
      </section>
      <section aria-label={messages.next}>
        <h2 className="d4">{messages.next}</h2>
        <ul className="mt-3 grid gap-3">
          {nextSteps.map(([to, { label, text }]) => (
            <li key={to}>
              <InlineLink to={to}>{label}</InlineLink> {text}
            </li>
          ))}
        </ul>
      </section>
      <div className="button-row">
        <LinkButton to={paths.members}>{messages.toMembers}</LinkButton>
      </div>
    </SetupCard>
  );
}

function MailState({ system: { checks } }: { system: SystemState }) {
  const mail = checks.find(({ key }) => key === "mail");
  if (mail?.state === "good") return <Notice tone="success">A mail server is set, and it takes emails.</Notice>;
  if (mail?.value === "missing")
    return (
      <Notice tone="warning">
        No mail server is set, so nobody gets an email. Each is written as a file into the folder mail of the app’s data
        folder on the server. Ask whoever runs the server to connect one.
      </Notice>
    );
  if (mail?.value === "failing")
    return (
      <Notice tone="warning">
        A mail server is set, and it did not take the last email. The reason is in Admin → System.
      </Notice>
    );
  return <Notice>A mail server is set. Send yourself an email to see that it takes them.</Notice>;
}

const nextSteps = [
  [settingPath("brand"), { label: "Logo and colours", text: "for the site, its emails and its files." }],
  [settingPath("terms"), { label: "Fees and minimum", text: "are the sample’s until you add your own." }],
  [
    adminPaths.content,
    {
      label: "Content",
      text: "holds the words of every page, with privacy, terms and investor types: read them and make them yours.",
    },
  ],
  [
    paths.accountPart("two-factor"),
    { label: "Two-factor sign-in", text: "protects your account, which can change everything." },
  ],
  [adminPaths.invitations, { label: "Invitations", text: "let people in, one by one." }],
  [adminPaths.system, { label: "System", text: "says what is left to do, and has the backups." }],
] as const;

function OtherAdmin({ name }: { name: string | null }) {
  const { act, isPending } = useAction<SetupState>("/setup/skip", {
    answerKey: queryKeys.setup,
    failed: messages.finishFailed,
  });
  return (
    <SetupMessage
      title={`${name ?? "Another admin"} is setting up this club`}
      text="You can work in Settings and Content meanwhile. If nobody will go on with the setup, end it here."
      action={
        <div className="button-row">
          <LinkButton to={paths.members}>{messages.toMembers}</LinkButton>
          <Button variant="outline" busyLabel={isPending && messages.skipping} onClick={() => act()}>
            End the setup
          </Button>
        </div>
      }
    />
  );
}

function WithoutLink({ state }: { state: "new" | "started" | "finished" }) {
  if (state === "new")
    return (
      <SetupMessage
        picture="broken"
        title="Open your link"
        text="This club waits for its first admin, whose link opens this page. It was sent by email, or is on the server: the command npm run first-admin shows it again."
      />
    );
  const isStarted = state === "started";
  return (
    <SetupMessage
      picture="signed-out"
      title={isStarted ? "Sign in to go on" : "This club is set up"}
      text={
        isStarted
          ? "The first admin has an account. Sign in to go on with the setup."
          : "Admins change everything in Settings and Content."
      }
      action={<LinkButton to={paths.login}>{messages.signIn}</LinkButton>}
    />
  );
}

function Loading() {
  return (
    <p className="page-loading" role="status">
      <Spinner />
      {messages.loading}
    </p>
  );
}

function ClubStep({ session }: { session: Session }) {
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
  const [given, setGiven] = useState<SetupForm | null>(null);
  const form = useApiForm<SetupForm, SetupForm>({
    schema: () => import("#shared/setup/setup.ts").then(({ setupFormSchema }) => setupFormSchema),
    defaultValues: {
      name: "",
      operator: "",
      company_number: "",
      contact_email: session.user.email,
      address: "",
      regulation: "",
      start_with: "examples",
      claims: [],
    },
    send: async (input) => input,
    onSent: (input) => setGiven(input),
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
  if (given) {
    return <ClaimsStep given={given} onBack={() => setGiven(null)} onFinished={finish} onRefused={refuse} />;
  }
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
              hint={`Left empty, the next step asks whether this is true: “${defaultRegulation(operator.trim() || "The operator")}”`}
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
          <SubmitButton form={form} busyLabel="Checking..." disabled={isSkipping}>
            Next
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

interface ClaimsStepProps {
  given: SetupForm;
  onBack: () => void;
  onFinished: (state: SetupState) => void;
  onRefused: (error: Error) => Promise<void>;
}

/** Lists what only the operator can say of the club: none of it is on the site without a tick. */
function ClaimsStep({ given: { address, ...given }, onBack, onFinished, onRefused }: ClaimsStepProps) {
  const values = siteValues(useClub());
  const [claims, setClaims] = useState<SiteClaim[]>([]);
  const [isSending, setSending] = useState(false);
  const finish = async () => {
    setSending(true);
    try {
      const lines = address.split("\n").flatMap((line) => line.trim() || []);
      onFinished(await callApi<SetupState>("POST", "/setup/finish", { ...given, claims, address: lines }));
    } catch (error) {
      setSending(false);
      await onRefused(error as Error);
    }
  };
  const listed: [SiteClaim, string][] = Object.entries(siteClaims).map(([key, { words }]) => [
    key as SiteClaim,
    fillSiteText(words, values),
  ]);
  if (!given.regulation) listed.push(["regulation", defaultRegulation(given.operator)]);
  return (
    <SetupCard
      step={3}
      title="What is true of your club?"
      lead="Only you can say these of the club. Tick what is true today: the public pages say it. What you do not tick is not shown."
      isWide
    >
      <div className="grid gap-4">
        {listed.map(([key, words]) => (
          <Checkbox
            key={key}
            label={words}
            disabled={isSending}
            checked={claims.includes(key)}
            onChange={({ target }) =>
              setClaims(target.checked ? [...claims, key] : claims.filter((claim) => claim !== key))
            }
          />
        ))}
      </div>
      <div className="button-row">
        <Button busyLabel={isSending && "Setting up..."} onClick={() => void finish()}>
          Set up the club
        </Button>
        <Button variant="ghost" disabled={isSending} onClick={onBack}>
          Back
        </Button>
      </div>
      <p className="note">
        The figures are those of Admin → Settings. You can show, hide and reword all of it later in Admin → Content.
      </p>
    </SetupCard>
  );
}

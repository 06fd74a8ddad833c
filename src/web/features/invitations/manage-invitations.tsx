import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Session } from "#shared/account/session.ts";
import {
  type Invitation,
  type InvitationInput,
  invitationInputSchema,
  invitationLifetimeDays,
  invitationMessages,
  invitationStates,
  type ListedInvitation,
  maximumNoteLength,
  invitationMessages as messages,
} from "#shared/invitations/invitations.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { isMailSent } from "#web/features/system/system-query.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { shortDate } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { usePendingMutations } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** `onExisting` replaces the toast for invitation_exists. */
function useCreateInvitation({ onExisting }: { onExisting: (email: string) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InvitationInput) => callApi<Invitation>("POST", "/invitations", input),
    // The check runs in parallel with the request.
    onMutate: () => void isMailSent(client),
    onSuccess: async ({ email }) => {
      const words = (await isMailSent(client)) ? messages.codeSent : messages.noMailServer;
      toast({ title: "Invitation Created", description: words(email) });
      return refreshList(client);
    },
    onError: (error, { email, replace }) => {
      const isExisting = error instanceof ApiError && error.problem.code === "invitation_exists";
      if (isExisting && !replace) onExisting(email);
      else toastFailure("Failed to create invitation.", error);
    },
  });
}

const deletionKey = [...queryKeys.invitations, "delete"];

const usePendingDeletions = () => usePendingMutations<Invitation>(deletionKey);

function useDeleteInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: ({ id }: Invitation) => callApi<Invitation>("DELETE", `/invitations/${id}`),
    onSuccess: (_, { email }) =>
      toast({ title: "Invitation Deleted", description: `The code for ${email} no longer works.` }),
    onError: (error, { email }) => toastFailure("Failed to delete invitation.", error, email),
    onSettled: (_, error) => {
      const refreshed = refreshList(client);
      // Roll back at once on error, even if the list cannot be refetched.
      return error ? undefined : refreshed;
    },
  });
}

function useResendInvitation({ id, email }: Invitation) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<Invitation>("POST", `/invitations/${id}/resend`),
    onMutate: () => void isMailSent(client),
    onSuccess: async () =>
      (await isMailSent(client))
        ? toast({
            title: "Invitation Sent",
            description: `${email} has ${invitationLifetimeDays} days from now to use it.`,
          })
        : toast({ title: "Invitation Prolonged", description: messages.noMailServer(email) }),
    onError: (error) => toastFailure("Failed to send invitation.", error),
    onSettled: () => refreshList(client),
  });
}

/** Awaited by mutations, so they stay pending until refetched. */
const refreshList = (client: QueryClient) => client.invalidateQueries({ queryKey: queryKeys.invitations });

const isExpired = ({ expires_at }: Invitation): boolean => Date.parse(expires_at) <= serverNow().getTime();

export function ManageInvitations({ session }: { session: Session }) {
  const deletions = usePendingDeletions();
  return (
    <ListScreen<ListedInvitation>
      title="Manage Invitations"
      path="/invitations"
      noun="invitations"
      loading="Loading invitations"
      failed="Failed to fetch invitations."
      search="Part of an email"
      filters={[
        {
          name: "status",
          parameter: "state",
          label: "Status",
          all: "All",
          options: invitationStates.map((value) => ({ value, label: invitationStateLabels[value] })),
          isSegments: true,
        },
      ]}
      above={
        <div className="mb-2">
          <InvitationForm userId={session.user.id} />
        </div>
      }
      caption="Invitations, newest first"
      columns={columns}
      shown={(items) => items.filter(({ id }) => !deletions.some((deleted) => deleted.id === id))}
      empty={{ title: "No invitations yet", text: "Create the first one with the form above." }}
      nothing={{
        title: "No invitations found",
        text: "None has these words in its email and this status.",
        showAll: "Show all invitations",
      }}
    />
  );
}

const columns: RecordColumn<ListedInvitation>[] = [
  { header: "Email", className: "w-full", cell: (invitation) => <InvitedCell invitation={invitation} /> },
  { header: "Code", isWideOnly: true, cell: ({ code }) => <span className="code">{code}</span> },
  { header: "Status", isBeside: true, cell: (invitation) => <StatusCell invitation={invitation} /> },
  { header: "Created", cell: (invitation) => <CreatedCell invitation={invitation} /> },
  {
    header: "Until or used on",
    className: "num whitespace-nowrap",
    cell: ({ used_at, expires_at }) => shortDate(used_at ?? expires_at),
  },
  {
    header: "Actions",
    isActions: true,
    cell: (invitation) =>
      invitation.used_at ? <UsedBy invitation={invitation} /> : <InvitationActions invitation={invitation} />,
  },
];

function InvitedCell({ invitation: { email, full_name, tier, note } }: { invitation: ListedInvitation }) {
  const known = [full_name, tier && tierLabels[tier], note && `“${note}”`].filter(Boolean);
  return (
    <>
      <BreakableText text={email} />
      {known.length > 0 && <span className="note block wrap-anywhere">{known.join(" · ")}</span>}
    </>
  );
}

function CreatedCell({ invitation: { created_at, created_by_name } }: { invitation: ListedInvitation }) {
  return (
    <span className="num whitespace-nowrap" title={created_by_name ? `by ${created_by_name}` : undefined}>
      {shortDate(created_at)}
      {created_by_name && (
        <span className="note inline-block max-w-36 truncate align-bottom @min-[40rem]:@max-[68rem]:hidden">
          &nbsp;by {created_by_name}
        </span>
      )}
    </span>
  );
}

function StatusCell({ invitation }: { invitation: ListedInvitation }) {
  const state = invitation.used_at ? "used" : isExpired(invitation) ? "expired" : "unused";
  return (
    <Badge tone={state === "unused" ? "waiting" : "over"} isPlain>
      {invitationStateLabels[state]}
    </Badge>
  );
}

/** By the current e-mail, if changed since. */
function UsedBy({ invitation: { email, used_by_name, used_by_email } }: { invitation: ListedInvitation }) {
  const otherEmail = used_by_email !== email && used_by_email;
  if (!used_by_name && !otherEmail) return null;
  return (
    <span className="muted max-w-60 truncate" title={[used_by_name, otherEmail].filter(Boolean).join(", ")}>
      by {used_by_name}
      {used_by_name && otherEmail && ", "}
      {otherEmail}
    </span>
  );
}

/** A used invitation has none. */
function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { email, code, can } = invitation;
  const [isDeleting, setDeleting] = useState(false);
  const { mutate: resend, isPending: isSending } = useResendInvitation(invitation);
  if (!can.resend && !can.delete) return null;
  return (
    <>
      {!isExpired(invitation) && (
        <RowAction labelEnd={`for ${email}`} onClick={() => copy(code)}>
          Copy code
        </RowAction>
      )}
      {can.resend && (
        <RowAction labelEnd={`to ${email}`} aria-busy={isSending} onClick={() => isSending || resend()}>
          Send again
        </RowAction>
      )}
      {can.delete && (
        <RowAction labelEnd={`invitation for ${email}`} isRemoval onClick={() => setDeleting(true)}>
          Delete
        </RowAction>
      )}
      <DeleteInvitation invitation={invitation} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

const copy = (code: string) =>
  copyText(code, "The code", { title: "Copied", description: "The code is on your clipboard." });

interface DeleteInvitationProps {
  invitation: Invitation;
  isOpen: boolean;
  onClose: () => void;
}

function DeleteInvitation({ invitation, isOpen, onClose }: DeleteInvitationProps) {
  const { mutate } = useDeleteInvitation();
  const confirm = () => {
    onClose();
    mutate(invitation);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this invitation?"
      text={`${invitation.email} can no longer register with the code ${invitation.code}.`}
      confirmLabel="Delete invitation"
      onConfirm={confirm}
    />
  );
}

/** Cleared on success only. */
function InvitationForm({ userId }: { userId: string }) {
  const [existing, setExisting] = useState<string | null>(null);
  const { mutateAsync, isPending } = useCreateInvitation({ onExisting: setExisting });
  const form = useApiForm<InvitationInput>({
    schema: invitationInputSchema,
    defaultValues: { email: "", full_name: "", tier: "", note: "" },
    send: mutateAsync,
    onSent: () => {
      accept();
      form.setFocus("email");
    },
    onRefused: () => {},
    refusalFocus: "email",
  });
  const { forgetDraft } = useDraft(`invitation-draft:${userId}`, form);
  const accept = () => {
    form.reset();
    forgetDraft();
  };
  const replace = (email: string) =>
    mutateAsync({ ...form.getValues(), email, replace: true })
      .then(accept, () => {})
      .finally(() => {
        setExisting(null);
        form.setFocus("email");
      });
  return (
    <>
      <Form form={form} className="grid gap-4" aria-label="Create invitation">
        <FormFields form={form}>
          <div className="grid gap-4 sm:grid-cols-3">
            <FormField form={form} name="email" label="Email">
              <Input type="email" autoComplete="off" required />
            </FormField>
            <FormField form={form} name="full_name" label="Name" isOptional>
              <Input autoComplete="off" />
            </FormField>
            <FormField form={form} name="tier" label="Plan once approved" isOptional>
              <Select>
                <option value="">{tierLabels.trial}, as for everybody</option>
                {paidTiers.map((tier) => (
                  <option key={tier} value={tier}>
                    {tierLabels[tier]}
                  </option>
                ))}
              </Select>
            </FormField>
          </div>
          <FormField
            form={form}
            name="note"
            label="A sentence of your own"
            hint="In the email, under your name. Nothing about a deal: who is invited has signed no statement"
            isOptional
          >
            <Textarea className="field-sizing-content max-h-80" rows={2} maxLength={maximumNoteLength} />
          </FormField>
        </FormFields>
        <div>
          <SubmitButton form={form} busyLabel="Creating...">
            Create invitation
          </SubmitButton>
        </div>
      </Form>
      <ConfirmDialog
        isOpen={existing !== null}
        onClose={() => setExisting(null)}
        title="Replace the invitation?"
        text={`${invitationMessages.exists} If you replace it, its code stops working and a new one is sent to ${existing}.`}
        confirmLabel="Replace invitation"
        variant="secondary"
        busyLabel={isPending && "Replacing..."}
        onConfirm={() => existing && replace(existing)}
      />
    </>
  );
}

const paidTiers = ["premium", "vip"] as const;

const invitationStateLabels = { unused: "Unused", used: "Used", expired: "Expired" } as const;

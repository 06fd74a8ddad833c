import type { ReactNode } from "react";
import { minimumPasswordLength, weakPasswordMessage } from "#shared/account/password-rules.ts";
import { registrationMessages } from "#shared/account/registration-messages.ts";
import type { Registration, RegistrationInput } from "#shared/account/registrations.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { type ToastInput, toast } from "#web/ui/toast.ts";

export interface Registered {
  email: string;
  isMailed: boolean;
}

interface RegistrationFormProps {
  /** Of the link in an invitation's mail, and what was typed before. */
  invitation: Partial<RegistrationInput>;
  /** In place of code and email: of a first admin, whose link has both and whose name is asked for. */
  fieldsOfLink?: (form: ServerForm<RegistrationInput>) => ReactNode;
  /** Somebody is about to register. */
  onEnter?: () => void;
  onComplete: (registered: Registered) => void;
}

/** The typed input survives a refusal. */
export function RegistrationForm({ invitation, fieldsOfLink, onEnter, onComplete }: RegistrationFormProps) {
  const form = useApiForm<RegistrationInput, Registration>({
    schema: () => {
      onEnter?.();
      return fieldsOfLink
        ? import("#shared/setup/setup.ts").then(({ setupAccountSchema }) => setupAccountSchema)
        : import("#shared/account/registrations.ts").then(({ registrationInputSchema }) => registrationInputSchema);
    },
    // Without defaults, fields keep what was typed before the app came.
    defaultValues: invitation,
    send: (input) => callApi("POST", "/registrations", input),
    onSent: ({ is_mailed: isMailed }, { email }) => {
      toast({
        title: "Registration Successful",
        description: "Your account has been created. Please check your email to verify your account.",
      });
      onComplete({ email, isMailed });
    },
    onRefused: (error) => toast({ ...messageOf(error), variant: "destructive" }),
    fieldOfCode: {
      weak_password: "password",
      invitation_invalid: "code",
      invitation_used: "code",
      invitation_expired: "code",
    },
    messageOf: weakPasswordMessage,
    refusalFocus: "code",
  });
  return (
    <Form form={form}>
      <FormFields form={form}>
        {fieldsOfLink ? (
          fieldsOfLink(form)
        ) : (
          <>
            <FormField form={form} name="code" label="Invitation code">
              <Input className="code" autoComplete="off" autoCapitalize="characters" required />
            </FormField>
            <FormField form={form} name="email" label="Email" hint="must match invitation">
              <Input type="email" autoComplete="email" required />
            </FormField>
          </>
        )}
        <FormField
          form={form}
          name="password"
          label="Password"
          hint="Create a password"
          aside={<span className="note">At least {minimumPasswordLength} characters</span>}
        >
          <PasswordInput autoComplete="new-password" required minLength={minimumPasswordLength} />
        </FormField>
      </FormFields>
      <SubmitButton form={form} isFull busyLabel="Creating Account...">
        Register
      </SubmitButton>
    </Form>
  );
}

/** A refusal speaks in the service's own words; without any, it is unexpected. */
function messageOf(error: unknown): ToastInput {
  if (!(error instanceof ApiError && error.isReadable))
    return { title: "Error", description: "An unexpected error occurred during registration." };
  if (error.problem.code === "invitation_invalid") return registrationMessages.invalid;
  if (error.problem.code === "invitation_used") return registrationMessages.used;
  if (error.problem.code === "invitation_expired")
    return { title: "Invitation Expired", description: error.problem.detail };
  return { title: "Registration Failed", description: error.message };
}

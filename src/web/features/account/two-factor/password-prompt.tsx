import { useForm } from "react-hook-form";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { AccountForm } from "../account-form.tsx";
import { UsernameField } from "../username-field.tsx";

interface PasswordInput {
  password: string;
}

interface PasswordPromptProps {
  label: string;
  /** What the password is asked for. */
  text: string;
  email: string;
  submitLabel: string;
  busyLabel: string;
  variant?: "pine" | "danger";
  /** Throws what the server says against it. */
  onSubmit: (input: PasswordInput) => Promise<void>;
  onCancel: () => void;
}

const loadResolver = () => import("../account-resolvers.ts").then(({ passwordOnlyResolver }) => passwordOnlyResolver);

/** Asks for the password before something that somebody at an open browser must not do. It takes the focus. */
export function PasswordPrompt({ text, email, ...rest }: PasswordPromptProps) {
  const form = useForm<PasswordInput>({
    resolver: useLazyResolver(loadResolver),
    defaultValues: { password: "" },
  });
  return (
    <AccountForm {...rest} form={form} firstField="password" fieldOfCode={{ wrong_password: "password" }}>
      <UsernameField email={email} />
      <p className="max-w-(--measure)">{text}</p>
      <Field label="Password" error={form.formState.errors.password?.message}>
        <Input type="password" autoComplete="current-password" required {...form.register("password")} />
      </Field>
    </AccountForm>
  );
}

import { QRCodeSVG } from "qrcode.react";
import { useEffect } from "react";
import type { z } from "zod";
import { totpInputSchema, type twoFactorSetupSchema } from "#shared/account/account.ts";
import { AccountForm, useAccountForm } from "#web/lib/account-form.tsx";
import { copySecret } from "#web/lib/copy-text.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Copy } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.ts";

export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>;

interface AuthenticatorSetupProps {
  setup: TwoFactorSetup;
  onDone: () => void;
  onCancel: () => void;
}

const qrCodeSizePx = 168;

/** Black on white in both themes, with the margin that cameras need. */
export const SetupCode = ({ uri }: { uri: string }) => (
  <QRCodeSVG value={uri} size={qrCodeSizePx} title="QR code for the authenticator app" marginSize={4} />
);

export function AuthenticatorSetup({ setup, onDone, onCancel }: AuthenticatorSetupProps) {
  return (
    <FocusedSection label="Set up the authenticator app">
      <Card className="grid max-w-[40rem] gap-7 p-5 sm:p-7">
        <div className="grid items-start gap-x-7 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)]">
          <SetupCode uri={setup.totp_uri} />
          <div className="grid gap-3">
            <h4 className="d4">Add the club to your app</h4>
            <p>
              Scan the code with any authenticator app. If the app is on this device,{" "}
              <InlineLink to={setup.totp_uri}>open it here</InlineLink>. You can also type in this key:
            </p>
            <SetupKey totpUri={setup.totp_uri} />
          </div>
        </div>
        <div className="grid gap-3 border-t border-line pt-6">
          <h4 className="d4">Enter the code that it shows</h4>
          <AuthenticatorCodeForm onDone={onDone} onCancel={onCancel} />
        </div>
      </Card>
    </FocusedSection>
  );
}

/** Some apps cannot scan the QR code. */
function SetupKey({ totpUri }: { totpUri: string }) {
  const key = new URL(totpUri).searchParams.get("secret") ?? "";
  return (
    <div className="flex items-start justify-between gap-3">
      <p className="code min-w-0 pt-2.5" translate="no">
        {inGroups(key)}
      </p>
      <IconButton
        label="Copy the key"
        variant="outline"
        className="flex-none"
        onClick={() => copySecret(key, "The key is on your clipboard.")}
      >
        <Copy />
      </IconButton>
    </div>
  );
}

/** Groups of four characters. */
const inGroups = (key: string): string => key.replace(/.{4}(?=.)/g, "$& ");

const codeLength = 6;

/** The last digit sends it; the button sends it again. */
function AuthenticatorCodeForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const form = useAccountForm({
    schema: totpInputSchema,
    defaultValues: { code: "" },
    send: useAccountChange("POST", "/auth/two-factor/verify-totp"),
    onSent: () => {
      toast({ title: "Two-factor sign-in is on", description: "You are signed out everywhere else." });
      onDone();
      return loadSession("MFA_CHALLENGE_VERIFIED");
    },
    fieldOfCode: { invalid_code: "code" },
  });
  const { element, watch } = form;
  const digits = watch("code").replace(/\s/g, "");
  useEffect(() => {
    if (digits.length === codeLength) element.current?.requestSubmit();
  }, [digits, element]);
  return (
    <AccountForm
      label="Enter the code"
      form={form}
      submitLabel="Turn on two-factor sign-in"
      busyLabel="Checking..."
      onCancel={onCancel}
    >
      <FormField
        form={form}
        name="code"
        label="Six-digit code"
        hint="It changes every half a minute, and is checked once you have typed the sixth digit."
      >
        <Input className="code max-w-[12rem]" inputMode="numeric" autoComplete="one-time-code" required />
      </FormField>
    </AccountForm>
  );
}

import { useState } from "react";
import { twoFactorSignInMessages } from "#shared/two-factor-sign-in-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { AuthCard } from "../auth-card.tsx";
import { CodeForm } from "./code-form.tsx";

const words = twoFactorSignInMessages;

/** The second step of signing in: the authenticator app's code, or a recovery code in its place. */
export function CodeStep({ onBack }: { onBack: () => void }) {
  const [kind, setKind] = useState<"totp" | "backup-code">("totp");
  const isTotp = kind === "totp";
  return (
    <AuthCard title={words.title}>
      <CodeForm key={kind} kind={kind} onExpired={onBack} />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Button
          variant="ghost"
          isSmall
          className="-mx-[1.0625rem]"
          onClick={() => setKind(isTotp ? "backup-code" : "totp")}
        >
          {isTotp ? words.useRecoveryCode : words.useCode}
        </Button>
        <Button variant="ghost" isSmall className="-mx-[1.0625rem]" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </AuthCard>
  );
}

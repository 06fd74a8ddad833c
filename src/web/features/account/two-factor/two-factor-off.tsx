import { Badge } from "#web/ui/badge.tsx";
import { CollapsibleForm } from "../collapsible-form.tsx";
import { SetUpTwoFactor } from "./set-up-two-factor.tsx";

interface TwoFactorOffProps {
  email: string;
  onCodes: (codes: string[]) => void;
}

export function TwoFactorOff({ email, onCodes }: TwoFactorOffProps) {
  return (
    <div className="grid gap-5">
      <p>
        <Badge tone="over">Off</Badge>
      </p>
      <p className="muted max-w-(--measure)">
        Once it is on, signing in also asks for a code from an app on your phone. Whoever has only your password then
        stays outside.
      </p>
      <CollapsibleForm label="Set up two-factor sign-in">
        {(close) => <SetUpTwoFactor email={email} onDone={onCodes} onCancel={close} />}
      </CollapsibleForm>
    </div>
  );
}

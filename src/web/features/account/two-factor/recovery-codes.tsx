import { type MouseEvent, useState } from "react";
import { fileStem } from "#shared/slug.ts";
import { copySecret } from "#web/lib/copy-text.ts";
import { longDate } from "#web/lib/format.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useSectionFocus } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { Copy, Download } from "#web/ui/icons.generated.ts";

interface RecoveryCodesProps {
  codes: string[];
  email: string;
  onSaved: () => void;
}

/** Shown once. */
export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const club = useClub();
  const [isSaved, setSaved] = useState(false);
  const focusSection = useSectionFocus();
  const finish = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    onSaved();
    focusSection(currentTarget);
  };
  return (
    <FocusedSection label="Your recovery codes">
      <Card className="grid max-w-[40rem] gap-5 p-5 sm:p-7">
        <h4 className="d4">Your recovery codes</h4>
        <p>
          If you lose the authenticator app, each of these signs you in once. They are shown only now: keep them where
          you keep other things that matter, and not on the same phone.
        </p>
        <ol className="recovery-codes code" translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="button-row">
          <Button
            variant="outline"
            isSmall
            onClick={() => copySecret(codes.join("\n"), "The recovery codes are on your clipboard.")}
          >
            <Copy />
            Copy codes
          </Button>
          <Button variant="outline" isSmall onClick={() => saveRecoveryCodes(codes, email, club.identity.name)}>
            <Download />
            Download as text file
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <Checkbox label="I have saved them" checked={isSaved} onChange={({ target }) => setSaved(target.checked)} />
          <Button disabled={!isSaved} onClick={finish}>
            Hide the codes
          </Button>
        </div>
      </Card>
    </FocusedSection>
  );
}

function saveRecoveryCodes(codes: string[], email: string, clubName: string): void {
  const lines = [
    `Recovery codes for ${email} at ${clubName}, made on ${longDate(new Date().toISOString())}.`,
    "Each signs you in once, in place of the authenticator app's code.",
    "",
    ...codes,
    "",
  ];
  saveFile(`${fileStem(clubName)}-recovery-codes.txt`, "text/plain", lines.join("\n"));
}

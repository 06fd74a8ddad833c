import { lazy } from "react";
import { EmailChoices } from "#web/features/notices/email-choices.tsx";
import { AccountPart, AccountSection } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";

const CalendarDialog = lazy(() =>
  import("#web/features/events/calendar-dialog.tsx").then((file) => ({ default: file.CalendarDialog })),
);

export function Emails() {
  return (
    <AccountPart title="Emails and notices">
      <EmailChoices />
      <AccountSection heading="Calendar">
        <div className="grid justify-items-start gap-3">
          <p className="muted max-w-(--measure)">
            Events, what you have to pay by when, and the end of your statement in your own calendar. No company is
            named.
          </p>
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                Add to my calendar
              </Button>
            )}
            dialog={(state) => <CalendarDialog {...state} />}
          />
        </div>
      </AccountSection>
    </AccountPart>
  );
}

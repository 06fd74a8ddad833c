import { useId } from "react";
import { areLettersOn, switchLetters } from "#web/lib/letter-shortcuts.ts";
import { isOfflinePageOn, switchOfflinePage } from "#web/lib/offline-page.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function AppearanceSection() {
  return (
    <AccountSection heading="Appearance">
      <div className="grid gap-4">
        <div className="max-w-[28rem]">
          <ThemeChoice hint="Kept in this browser, for the club's public pages too. Paper and emails stay light." />
        </div>
        <BrowserSwitch
          label="Use shortcuts of single letters"
          hint="Such as G and then E for the events, and ? for the list. Ctrl K, or ⌘ K, searches either way. Kept in this browser."
          isOn={areLettersOn()}
          onSwitch={switchLetters}
        />
        {navigator.serviceWorker && (
          <BrowserSwitch
            label="Show the club’s own page when there is no connection"
            hint="Your browser keeps that one page and nothing of yours. Kept in this browser."
            isOn={isOfflinePageOn()}
            onSwitch={switchOfflinePage}
          />
        )}
      </div>
    </AccountSection>
  );
}

interface BrowserSwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

/** Kept in this browser, at once. A device without a keyboard has no use for it. */
function BrowserSwitch({ label, hint, isOn, onSwitch }: BrowserSwitchProps) {
  const hintId = useId();
  return (
    <div className="for-keyboards">
      <Checkbox
        label={label}
        defaultChecked={isOn}
        aria-describedby={hintId}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <p className="field-hint max-w-(--measure)" id={hintId}>
        {hint}
      </p>
    </div>
  );
}

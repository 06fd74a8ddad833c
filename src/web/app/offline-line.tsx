import { offlineMessages } from "#shared/network-messages.ts";
import { useOnline } from "#web/ui/use-online.ts";

/** The live region exists beforehand, so screen readers announce changes. */
export function OfflineLine() {
  const isOnline = useOnline();
  return (
    <div role="status" className="offline-place">
      {!isOnline && (
        <p className="offline-line">
          <b>{offlineMessages.title}</b> {offlineMessages.text}
        </p>
      )}
    </div>
  );
}

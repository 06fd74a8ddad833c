import { offlineMessages } from "#shared/network-messages.ts";
import { useOnline } from "#web/lib/use-online.ts";

/** Says that there is no network for as long as there is none. Its place is there before, so that screen readers hear it come. */
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

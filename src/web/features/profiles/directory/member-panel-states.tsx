import { directoryMessages } from "#shared/profile-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export function ProfileMissing({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>{directoryMessages.profileMissingText}</p>
      <div className="button-row">
        <Button onClick={onClose}>Show the directory</Button>
      </div>
    </>
  );
}

export function ProfileFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p>{directoryMessages.profileFailedText}</p>
      <div className="button-row">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </>
  );
}

export function ProfileLoading() {
  return (
    <div role="status" aria-label={directoryMessages.profileLoading} className="grid gap-3">
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-[92%]" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="mt-4 h-24" />
    </div>
  );
}

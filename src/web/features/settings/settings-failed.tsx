import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export const SettingsFailed = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    title="This setting could not be loaded just now."
    text="What the pages show stays as it is."
    action={<Button onClick={onRetry}>Try again</Button>}
  />
);

import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export const SettingsFailed = ({ name, onRetry }: { name: string; onRetry: () => void }) => (
  <EmptyState
    title={`${name} could not be loaded`}
    text="What the pages show stays as it is."
    action={<Button onClick={onRetry}>Try again</Button>}
  />
);

import { useQuery } from "@tanstack/react-query";
import { formDeskMessages as messages } from "#shared/statement-form-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { formVersionQuery } from "../use-form-versions.ts";
import { InstallForm, type InstallFormProps } from "./install-form.tsx";

export function NewVersion(props: Omit<InstallFormProps, "original">) {
  const { from } = props;
  const { data, isError, refetch } = useQuery({ ...formVersionQuery(from), enabled: from !== "", staleTime: Infinity });
  if (from === "" || data) return <InstallForm {...props} original={data} />;
  if (!isError) return <RowSkeletons label={messages.versionLoading} count={4} />;
  return (
    <EmptyState
      isCard
      picture="broken"
      title={messages.versionFailed}
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  );
}

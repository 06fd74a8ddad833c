import { useQuery } from "@tanstack/react-query";
import { formDeskMessages as messages } from "#shared/statements/statement-form-messages.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { formVersionQuery } from "../form-version-query.ts";
import { InstallForm, type InstallFormProps } from "./install-form.tsx";

export function NewVersion(props: Omit<InstallFormProps, "original">) {
  const { from } = props;
  const { data, isError, refetch } = useQuery({ ...formVersionQuery(from), enabled: from !== "", staleTime: Infinity });
  if (from === "" || data) return <InstallForm {...props} original={data} />;
  if (!isError) return <RowSkeletons label={messages.versionLoading} count={4} />;
  return <LoadFailed heading="h1" title={messages.versionFailed} onRetry={refetch} />;
}

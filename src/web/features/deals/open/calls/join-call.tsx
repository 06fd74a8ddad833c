import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#web/lib/api.ts";
import { closeDeal } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** The address is given to one person, at the time, and kept nowhere. */
export function JoinCall({ dealId, callId }: { dealId: string; callId: string }) {
  const client = useQueryClient();
  const { mutateAsync, data, error, isPending } = useMutation({
    mutationFn: () => callApi<{ join_url: string }>("POST", `/open-deals/${dealId}/calls/${callId}/join`),
    onError: (error) => closeDeal(client, dealId, error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.openCalls(dealId) }),
    gcTime: 0,
  });
  const join = async () => {
    // In the press: browsers block tabs that open later.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    try {
      const { join_url } = await mutateAsync();
      tab?.location.replace(join_url);
    } catch {
      tab?.close();
    }
  };
  return (
    <div className="deal-join">
      <Button busyLabel={isPending && "Opening..."} onClick={() => void join()}>
        Join the call
      </Button>
      <p className="note">
        It opens in a new tab. That you join is recorded.{" "}
        {data && <InlineLink to={data.join_url}>No new tab? Open the call here</InlineLink>}
      </p>
      {error && (
        <div role="alert">
          <Notice tone="error" title="The call did not open.">
            {error.message}
          </Notice>
        </div>
      )}
    </div>
  );
}

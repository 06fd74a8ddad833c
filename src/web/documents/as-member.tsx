import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { sessionResponseSchema } from "#shared/account/session.ts";
import type { ReadApi } from "#shared/document-renderer.ts";
import { RenderedSession } from "#web/lib/session.ts";
import { listOptions } from "#web/lib/use-list.ts";

/** A page of the members area for whom `read` answers. @param list its path of the API. */
export async function asMember(read: ReadApi, list: string): Promise<(page: ReactNode) => ReactNode> {
  const { session } = (await read("/session")) as ReturnType<typeof sessionResponseSchema.parse>;
  const client = new QueryClient();
  client.setQueryData([...listOptions({ path: list }).queryKey], { pages: [await read(list)], pageParams: [""] });
  return (page) => (
    <RenderedSession value={session ? { status: "signed-in", session } : { status: "loading", session }}>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </RenderedSession>
  );
}

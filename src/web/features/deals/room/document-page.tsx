import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { offlineMessages } from "#shared/account/app-messages.ts";
import type { OpenedDocument } from "#shared/deals/deal-room.ts";
import { documentViewerMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { useOnline } from "#web/ui/use-online.ts";
import { pageQuery, pageTextQuery } from "./document-queries.ts";

interface DocumentPageProps {
  path: string;
  openingId: string;
  page: OpenedDocument["pages"][number];
  onRefused: (error: unknown) => void;
}

/** Mounted while the page is in view or close by: what nobody sees is not fetched, and so not recorded. */
export function DocumentPage({ path, openingId, page: { number, width, height }, onRefused }: DocumentPageProps) {
  const query = useQuery(pageQuery({ path, openingId, number, onRefused }));
  const words = useQuery({ ...pageTextQuery({ path, openingId, number, onRefused }), enabled: query.isSuccess });
  const isOnline = useOnline();
  if (query.data)
    return (
      <>
        <img src={query.data} alt="" width={width} height={height} draggable={false} decoding="async" />
        {words.data && (
          <p className="sr-only whitespace-pre-line">{words.data.text || "This page is a picture without text."}</p>
        )}
      </>
    );
  if (query.isError)
    return (
      <Message>
        <p>
          <b>Page {number} could not be shown</b>
        </p>
        <p>{isOnline ? "The file itself is whole; trying again usually helps." : offlineMessages.willLoad}</p>
        <Button variant="outline" isSmall onClick={() => void query.refetch()}>
          Try again
          <span className="sr-only">
            {" "}
            {messages.page} {number}
          </span>
        </Button>
      </Message>
    );
  return (
    <Message>
      <Spinner />
      <p className={query.failureCount > 0 ? undefined : "sr-only"}>
        Page {number} is loading. {query.failureCount > 0 && "It takes longer than usual and is tried again by itself."}
      </p>
    </Message>
  );
}

const Message = ({ children }: { children: ReactNode }) => <div className="viewer-message">{children}</div>;

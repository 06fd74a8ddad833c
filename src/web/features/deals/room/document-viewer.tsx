import "./document-viewer.css";
import { useQuery } from "@tanstack/react-query";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { offlineMessages } from "#shared/account/app-messages.ts";
import type { OpenedDocument } from "#shared/deals/deal-room.ts";
import { documentViewerMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { Button, IconButton, Spinner } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { X } from "#web/ui/icons.generated.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { useOnline } from "#web/ui/use-online.ts";
import { useReturnFocus } from "#web/ui/use-return-focus.ts";
import { isNotFound, openingQuery, pageQuery, pageTextQuery } from "./document-queries.ts";
import { useReading } from "./use-reading.ts";
import { PageChoice, ZoomChoice } from "./viewer-bar.tsx";
import { pageWidth } from "./zoom.ts";

interface DocumentViewerProps {
  /** Of the API, such as "/open-deals/…/documents/…". */
  path: string;
  /** Above the first page. */
  children: ReactNode;
  onClose: () => void;
  /** Called with every failure to read it. */
  onRefused?: (error: unknown) => void;
}

/** A document page by page, over the whole window. */
export function DocumentViewer(props: DocumentViewerProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const scroller = useRef<HTMLElement>(null);
  const focusPages = (event: Event) => {
    onOpenAutoFocus();
    event.preventDefault();
    // So that keys scroll.
    scroller.current?.focus();
  };
  return (
    <Radix.Root open onOpenChange={props.onClose}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className="viewer"
          aria-describedby={undefined}
          onOpenAutoFocus={focusPages}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <Reader {...props} scroller={scroller} />
          <p className="viewer-on-paper">Documents of a deal are read on the screen and are not printed.</p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ReaderProps extends DocumentViewerProps {
  scroller: RefObject<HTMLElement | null>;
}

function Reader({ path, children, onClose, onRefused, scroller }: ReaderProps) {
  const [isGone, setGone] = useState(false);
  const refuse = (error: unknown) => {
    if (isNotFound(error)) setGone(true);
    onRefused?.(error);
  };
  const { data: opened, error, isFetching, refetch } = useQuery(openingQuery({ path, onRefused: refuse }));
  const reopen = () => {
    void refetch().then(({ isSuccess }) => isSuccess && setGone(false));
  };
  const pages = isGone ? [] : (opened?.pages ?? []);
  const { current, held, zoom, changeZoom, show, jump, onKeyDown } = useReading(scroller, pages);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for what its buttons do
    <div className="viewer-frame" onKeyDown={onKeyDown}>
      <header className="viewer-bar">
        <div className="viewer-title">
          <Radix.Title className="wrap-anywhere">
            {opened?.title ?? (error ? "Document" : messages.opening)}
          </Radix.Title>
          {opened && <span className="note num">Version {opened.number}</span>}
        </div>
        {pages.length > 0 && (
          <div className="viewer-tools">
            <PageChoice current={current} pages={pages.length} onShow={show} onJump={jump} />
            <ZoomChoice zoom={zoom} onZoom={changeZoom} />
          </div>
        )}
        <Radix.Close asChild>
          <IconButton label="Close the document">
            <X />
          </IconButton>
        </Radix.Close>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
      <section ref={scroller} tabIndex={0} aria-label="Pages of the document" className="viewer-scroller">
        <div className="viewer-sheet">
          {children}
          {isGone && <OpeningMissing isOpening={isFetching} onReopen={reopen} onClose={onClose} />}
          {!isGone && !opened && !error && (
            <div className="viewer-message" role="status">
              <Spinner />
              <p>{messages.opening}</p>
            </div>
          )}
          {!isGone && !opened && error && <OpeningFailed error={error} onRetry={() => void refetch()} />}
          {!isGone && opened?.pages.length === 0 && <SpreadsheetNote path={path} opened={opened} />}
        </div>
        {opened && pages.length > 0 && (
          <ol className="viewer-pages">
            {pages.map((page) => (
              <li
                key={page.number}
                data-page={page.number}
                tabIndex={-1}
                style={{ width: pageWidth(page.width, zoom), aspectRatio: `${page.width} / ${page.height}` }}
              >
                <h3 className="sr-only">
                  Page {page.number} of {pages.length}
                </h3>
                {held.has(page.number) && (
                  <DocumentPage path={path} openingId={opened.opening_id} page={page} onRefused={refuse} />
                )}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

function OpeningFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOnline = useOnline();
  return (
    <LoadFailed
      title="The document could not be opened"
      text={isOnline ? error.message : offlineMessages.willLoad}
      onRetry={onRetry}
    />
  );
}

interface OpeningMissingProps {
  isOpening: boolean;
  onReopen: () => void;
  onClose: () => void;
}

function OpeningMissing({ isOpening, onReopen, onClose }: OpeningMissingProps) {
  return (
    <EmptyState
      isCard
      title="This document cannot be read any more"
      text="It was taken out, a newer file has taken its place, or it has been open for more than a day. Then it can be opened again."
      action={
        <div className="button-row justify-center">
          <Button onClick={onClose}>Close</Button>
          <Button variant="outline" busyLabel={isOpening && messages.opening} onClick={onReopen}>
            Open it again
          </Button>
        </div>
      }
    />
  );
}

/** It has no pages. */
function SpreadsheetNote({ path, opened }: { path: string; opened: OpenedDocument }) {
  return (
    <div className="card grid justify-items-start gap-3 p-6">
      <p>
        This document is a spreadsheet. It has no pages to read here.{" "}
        {!opened.is_downloadable && "It may not be downloaded."}
      </p>
      {opened.is_downloadable && (
        <DownloadButton
          method="GET"
          path={`${path}/file?opening=${opened.opening_id}`}
          variant="secondary"
          isSmall={false}
          busy="Downloading…"
          failed="Not downloaded"
        >
          Download
        </DownloadButton>
      )}
    </div>
  );
}

interface DocumentPageProps {
  path: string;
  openingId: string;
  page: OpenedDocument["pages"][number];
  onRefused: (error: unknown) => void;
}

/** Mounted while the page is in view or close by: what nobody sees is not fetched, and so not recorded. */
function DocumentPage({ path, openingId, page: { number, width, height }, onRefused }: DocumentPageProps) {
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

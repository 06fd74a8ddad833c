import "./document-viewer.css";
import { useQuery } from "@tanstack/react-query";
import { Dialog as Radix } from "radix-ui";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { offlineMessages } from "#shared/account/app-messages.ts";
import type { OpenedDocument } from "#shared/deals/deal-room.ts";
import { documentViewerMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { readCount } from "#shared/typed-numbers.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button, IconButton, Spinner } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ChevronLeft, ChevronRight, X } from "#web/ui/icons.generated.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { Select } from "#web/ui/select.tsx";
import { useOnline } from "#web/ui/use-online.ts";
import { useReturnFocus } from "#web/ui/use-return-focus.ts";
import { isNotFound, openingQuery, pageQuery, pageTextQuery } from "./document-queries.ts";

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
          <p className="hidden print:block">Documents of a deal are read on the screen and are not printed.</p>
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
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)] print:hidden" onKeyDown={onKeyDown}>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 bg-paper py-[0.35rem] pr-2 pl-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
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

interface PageChoiceProps {
  current: number;
  pages: number;
  onShow: (page: number) => void;
  /** Typed: reading goes on there. */
  onJump: (page: number) => void;
}

function PageChoice({ current, pages, onShow, onJump }: PageChoiceProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const jump = (event: FormEvent) => {
    event.preventDefault();
    const page = readCount(typed ?? String(current));
    setTyped(undefined);
    if (page !== null) onJump(Math.min(Math.max(page, 1), pages));
  };
  return (
    <form className="viewer-choice num" noValidate onSubmit={jump}>
      <IconButton label="Previous page" disabled={current === 1} onClick={() => onShow(current - 1)}>
        <ChevronLeft />
      </IconButton>
      <label htmlFor={id}>{messages.page}</label>
      <NumberInput
        kind="count"
        id={id}
        className="w-13 px-[0.4rem] text-center"
        maxLength={4}
        value={typed ?? String(current)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(undefined)}
      />
      <span>of {pages}</span>
      <IconButton label="Next page" disabled={current === pages} onClick={() => onShow(current + 1)}>
        <ChevronRight />
      </IconButton>
    </form>
  );
}

interface ZoomChoiceProps {
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
}

function ZoomChoice({ zoom, onZoom }: ZoomChoiceProps) {
  return (
    <Select
      aria-label="Size"
      aria-keyshortcuts="+ - 0"
      value={zoom}
      onChange={(event) => onZoom(zooms.find((size) => size === event.target.value) ?? "fit")}
    >
      {zooms.map((size) => (
        <option key={size} value={size}>
          {messages.zooms[size]}
        </option>
      ))}
    </Select>
  );
}

/** Pages that pass by faster are not fetched. */
const settledMs = 150;

/** Which page is read, which ones are held, and how large they are; by keyboard, too. */
function useReading(scroller: RefObject<HTMLElement | null>, pages: OpenedDocument["pages"]) {
  const view = usePagesInView(scroller, pages.length);
  const settled = useDebounced(view, settledMs);
  const [held, setHeld] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => setHeld((before) => pagesToHold(before, settled)), [settled]);

  const [zoom, setZoom] = useState<Zoom>("fit");
  const keepPlace = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages have their new size then
  useLayoutEffect(() => {
    keepPlace.current?.();
    keepPlace.current = undefined;
  }, [zoom]);

  const elementOf = (number: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`) ?? undefined;
  const show = (number: number) => elementOf(number)?.scrollIntoView({ behavior: "instant" });
  const jump = (number: number) => {
    show(number);
    elementOf(number)?.focus({ preventScroll: true });
  };
  const changeZoom = (next: Zoom) => {
    const page = elementOf(view.current);
    if (scroller.current && page) keepPlace.current = placeKeeper(scroller.current, page);
    setZoom(next);
  };
  const step = (direction: 1 | -1) => {
    const page = pages[view.current - 1];
    const shownWidth = elementOf(view.current)?.clientWidth;
    if (page && shownWidth) changeZoom(stepZoom(zoom, direction, page.width, shownWidth));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const element = scroller.current;
    const isTyped = target instanceof Element && target.matches("input, select");
    if (!element || isTyped || ctrlKey || metaKey || altKey) return;
    const isSideways = element.scrollWidth > element.clientWidth;
    const act: Record<string, (() => void) | false> = {
      "+": () => step(1),
      "=": () => step(1),
      "-": () => step(-1),
      "0": () => changeZoom("fit"),
      ArrowLeft: !isSideways && (() => show(Math.max(1, view.current - 1))),
      ArrowRight: !isSideways && (() => show(Math.min(pages.length, view.current + 1))),
    };
    // Inside of it the browser scrolls.
    const stride = element.contains(target as Node) ? undefined : strides[key];
    const work = stride === undefined ? act[key] : () => element.scrollBy(0, stride * element.clientHeight);
    if (!work) return;
    event.preventDefault();
    work();
  };

  return { current: view.current, held, zoom, changeZoom, show, jump, onKeyDown };
}

/** @param pages that `scroller` has, each with `data-page`. */
function usePagesInView(scroller: RefObject<HTMLElement | null>, pages: number): PagesInView {
  const [view, setView] = useState<PagesInView>({ first: 0, last: 0, current: 1 });
  useEffect(() => {
    const element = scroller.current;
    if (!element || pages === 0) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const spans = [...element.querySelectorAll("[data-page]")].map((page) => page.getBoundingClientRect());
      const next = pagesInView(spans, element.getBoundingClientRect());
      setView((view) => (JSON.stringify(view) === JSON.stringify(next) ? view : next));
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    element.addEventListener("scroll", measureSoon, { passive: true });
    // The window's size, and that of the pages.
    const sizes = new ResizeObserver(measureSoon);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => {
      element.removeEventListener("scroll", measureSoon);
      sizes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [scroller, pages]);
  return view;
}

/** The strides are in heights of the view. */
const strides: Record<string, number> = { ArrowUp: -0.1, ArrowDown: 0.1, PageUp: -0.9, PageDown: 0.9 };

/** @returns what scrolls to the same line of the page, once it has another size. */
function placeKeeper(scroller: HTMLElement, page: HTMLElement): () => void {
  const above = () => scroller.getBoundingClientRect().top - page.getBoundingClientRect().top;
  const before = above();
  const share = before / page.clientHeight;
  return () => {
    // Its top is in view.
    const after = before < 0 ? before : share * page.clientHeight;
    scroller.scrollBy({ top: after - above(), behavior: "instant" });
  };
}

/** The pages count from 1; both 0 while no page is in view. */
interface PagesInView {
  first: number;
  last: number;
  /** The page that is read: across the upper third of the view. */
  current: number;
}

interface Span {
  top: number;
  bottom: number;
}

/** @param pages from the top of the document to its end. */
export function pagesInView(pages: readonly Span[], view: Span): PagesInView {
  const isInView = ({ top, bottom }: Span) => bottom > view.top && top < view.bottom;
  const line = view.top + (view.bottom - view.top) / 3;
  const first = pages.findIndex(isInView) + 1;
  const last = pages.findLastIndex(isInView) + 1;
  const passed = pages.findLastIndex(({ top }) => top <= line) + 1;
  return { first, last, current: Math.max(1, passed) };
}

/** More pages would fill the memory of a phone. */
const keptAround = 2;

/** The pages to hold: those in view, and of the former ones those close by. */
export function pagesToHold(held: ReadonlySet<number>, { first, last }: PagesInView): ReadonlySet<number> {
  const next = new Set([...held].filter((page) => page >= first - keptAround && page <= last + keptAround));
  for (let page = Math.max(1, first); page <= last; page++) next.add(page);
  return next;
}

const zooms = ["fit", "1", "1.5", "2"] as const;
/** Of a page's true size, or the width that there is. */
type Zoom = (typeof zooms)[number];

/** Paper of A4 is 1,123 CSS pixels high, and is drawn 1,600 pixels high. */
const trueSize = 1123 / 1600;

/** Returns CSS pixels. @param pixels as it is drawn. */
export const pageWidth = (pixels: number, zoom: Zoom): number | undefined =>
  zoom === "fit" ? undefined : Math.round(pixels * trueSize * Number(zoom));

/** Returns the next size that is larger or smaller than what is seen. @param shownWidth of the page, in CSS pixels. */
export function stepZoom(zoom: Zoom, step: 1 | -1, pixels: number, shownWidth: number): Zoom {
  const shown = zoom === "fit" ? shownWidth / (pixels * trueSize) : Number(zoom);
  const sizes = zooms.filter((size) => size !== "fit");
  if (step === 1) return sizes.find((size) => Number(size) > shown + tolerance) ?? zoom;
  return sizes.findLast((size) => Number(size) < shown - tolerance) ?? "fit";
}

const tolerance = 0.01;

import { type FormEvent, useId, useState } from "react";
import { documentViewerMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { readCount } from "#shared/typed-numbers.ts";
import { IconButton } from "#web/ui/button.tsx";
import { ChevronLeft, ChevronRight } from "#web/ui/icons.generated.ts";
import { NumberInput } from "#web/ui/number-input.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Zoom, zooms } from "./zoom.ts";

interface PageChoiceProps {
  current: number;
  pages: number;
  onShow: (page: number) => void;
  /** Typed: reading goes on there. */
  onJump: (page: number) => void;
}

export function PageChoice({ current, pages, onShow, onJump }: PageChoiceProps) {
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
        className="viewer-number"
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

export function ZoomChoice({ zoom, onZoom }: ZoomChoiceProps) {
  return (
    <Select
      className="viewer-zoom"
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

import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import { quarterName } from "#shared/company-updates/company-quarters.ts";
import type { CompanyUpdate } from "#shared/company-updates/company-updates.ts";
import { figureLabels, figureNames } from "#shared/company-updates/company-updates-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { bundleMessages as messages } from "#shared/portfolio/own-bundle-messages.ts";
import { offlinePage, Table } from "./offline-page.tsx";

interface UpdatePage {
  company: string;
  update: CompanyUpdate;
  /** Of its letter, in the archive; null without one. */
  letter: string | null;
}

/** What a company wrote of a quarter, without an offer, which is read in the club alone. */
export const updatePage = ({ company, update, letter }: UpdatePage): string => {
  const { quarter, text, sent_at, corrects_sent_at } = update;
  const title = `${company}, ${quarterName(quarter)}`;
  const rows = figureNames.flatMap((name) => {
    const value = update[name];
    return value === null ? [] : [[figureLabels[name], formatFigure(name, value)]];
  });
  return offlinePage(
    title,
    <>
      <h1>{title}</h1>
      <p>
        {messages.sentOn} {dayOf(sent_at)}. {corrects_sent_at && messages.corrected(dayOf(corrects_sent_at))}
      </p>
      {rows.length > 0 && <Table label={title} columns={[messages.figure, messages.amount]} rows={rows} />}
      {text?.split("\n").map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
        <p key={index}>{line}</p>
      ))}
      {letter && (
        <p>
          <a href={`../${letter}`}>{messages.letter}</a>
        </p>
      )}
      <p>
        <a href={`../${messages.indexName}`}>{messages.backToIndex}</a>
      </p>
    </>,
  );
};

export const dayOf = (moment: string): string => formatDay(londonDate(new Date(moment)));

import "../company-updates.css";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import {
  awaitedUntil,
  daysToSend,
  dueDayOf,
  quarterName,
  quarterWords,
} from "#shared/company-updates/company-quarters.ts";
import type { UpdateCompany, UpdateQuarter, UpdateVersion } from "#shared/company-updates/company-updates.ts";
import {
  companyUpdateMessages,
  daysToReminder,
  figureLabels,
  figureNames,
  linkDays,
  memberUpdateMessages,
  updateDeskMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ApiError } from "#web/lib/api.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { updateCompanyQuery, updateKeys } from "../update-queries.ts";
import { UpdateText } from "../update-view.tsx";
import { UpdateStateBadge } from "./update-state-badge.tsx";

const action = { failed: messages.failed, invalidates: updateKeys };

const UpdateDialog = lazy(() => import("./update-dialog.tsx").then((file) => ({ default: file.UpdateDialog })));

/** Every quarter of a company, with what was asked, sent and published. */
export function UpdateCompanyPage({ id }: { id: string }) {
  const { data: company, error, isPending, refetch } = useQuery(updateCompanyQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  return (
    <div>
      {isPending && <RowSkeletons label="Loading the company’s updates" count={4} />}
      {!isPending && !company && !isMissing && (
        <LoadFailed title="The company’s updates could not be loaded" onRetry={refetch} />
      )}
      {company && <Shown company={company} />}
    </div>
  );
}

function Shown({ company }: { company: UpdateCompany }) {
  const { id, name, is_asked_for_updates: isAsked, quarters } = company;
  return (
    <>
      <ViewHead title="Updates" isBlock>
        <ActionButton
          {...action}
          method="PUT"
          path={`/companies/${id}/update-asking`}
          body={{ is_asked_for_updates: !isAsked }}
          label={isAsked ? "Stop asking" : "Ask again each quarter"}
          busy={messages.saving}
          variant="outline"
          done="Saved"
        />
      </ViewHead>
      <p className="muted max-w-(--measure)">
        {!isAsked
          ? "The company is not asked, and no further quarter counts as missed."
          : company.has_contact
            ? `After each quarter ${name} gets a link by email, once more after ${daysToReminder} days. The link works for ${linkDays} days and for one update.`
            : `${companyUpdateMessages.noContact} Until then nobody is asked, so enter by hand what comes.`}
      </p>
      {quarters.length === 0 && <p className="mt-4">{messages.noQuarter}</p>}
      <div className="mt-4">
        {quarters.map((quarter) => (
          <Quarter key={quarter.quarter} company={company} quarter={quarter} />
        ))}
      </div>
    </>
  );
}

function Quarter({ company, quarter }: { company: UpdateCompany; quarter: UpdateQuarter }) {
  const { quarter: name, state, request, versions } = quarter;
  const headingId = `quarter-${name}`;
  const canAsk = company.has_contact && !request?.used_at && versions.length === 0;
  const [newest] = versions;
  return (
    <section className="grid grid-cols-1 gap-[0.6rem] border-t border-line py-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-x-[0.9rem] gap-y-[0.35rem]">
        <h3 className="d4" id={headingId}>
          {quarterName(name)}
        </h3>
        <UpdateStateBadge state={state} />
        <span className="note num">{requestWords(quarter)}</span>
      </div>
      {versions.map((version) => (
        <Version key={version.id} company={company} version={version} />
      ))}
      {!newest && (
        <div className="button-row">
          <EnterButton company={company} quarter={name} />
          {canAsk && (
            <ActionButton
              {...action}
              path={`/companies/${company.id}/update-requests`}
              body={{ quarter: name }}
              label={request ? "Ask again" : "Ask now"}
              labelEnd={quarterWords(name)}
              busy={messages.saving}
              variant="ghost"
              done={`The founder is asked for the ${quarterWords(name)} by email`}
            />
          )}
        </div>
      )}
    </section>
  );
}

function requestWords({ quarter, state, request, versions }: UpdateQuarter): string {
  const asked = request && {
    askedOn: londonDate(new Date(request.asked_at)),
    linkEndsOn: londonDate(new Date(request.expires_at)),
  };
  const day = asked ? awaitedUntil(quarter, asked) : dueDayOf(quarter);
  const due = formatDay(day);
  const words = [
    request && `Asked ${shortDate(request.asked_at)}`,
    request?.reminded_at && `reminded ${shortDate(request.reminded_at)}`,
    request && versions.length === 0 && `link works until ${shortDate(request.expires_at)}`,
  ].filter(Boolean);
  const end =
    state === "missed"
      ? `Nothing came by ${due}.`
      : state === "awaited"
        ? `Due by ${due}, ${day === dueDayOf(quarter) ? `${daysToSend} days after the quarter` : "when the link ends"}.`
        : "";
  return `${words.join(", ")}${words.length > 0 ? ". " : ""}${end}`;
}

function Version({ company, version }: { company: UpdateCompany; version: UpdateVersion }) {
  const { id, quarter, version: number, source, sent_at, published_at, text, offer, letter, can } = version;
  return (
    <div className="update-version">
      <p className="note num">
        {[
          `Version ${number}`,
          source === "founder" ? "From the founder" : "Entered by an admin",
          `sent ${shortDate(sent_at)}`,
          published_at && `published ${shortDate(published_at)}`,
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      <dl>
        {figureNames.map((name) => (
          <div key={name}>
            <dt>{figureLabels[name]}</dt>
            <dd>{version[name] === null ? memberUpdateMessages.notGiven : formatFigure(name, version[name])}</dd>
          </div>
        ))}
      </dl>
      <UpdateText text={text} offer={offer} />
      <div className="button-row">
        {can.publish && (
          <ActionButton
            {...action}
            path={`/company-updates/${id}/publish`}
            label="Publish"
            labelEnd={quarterWords(quarter)}
            busy="Publishing..."
            confirm={{
              title: "Publish this update?",
              text: "Those who hold shares of the company are told by a notice and an email without figures. Read the text and the letter first: what offers something to buy belongs in the field for offers, and in no letter.",
            }}
            done="Published: those who hold shares are told"
          />
        )}
        {can.correct && <EnterButton company={company} quarter={quarter} corrected={version} />}
        {letter && (
          <DownloadButton
            method="GET"
            path={`/company-updates/${id}/letter`}
            variant="ghost"
            failed={memberUpdateMessages.letter}
          >
            {memberUpdateMessages.letter}
            <span className="sr-only"> {quarterWords(quarter)}</span>
          </DownloadButton>
        )}
      </div>
    </div>
  );
}

interface EnterButtonProps {
  company: UpdateCompany;
  quarter: string;
  corrected?: UpdateVersion;
}

function EnterButton({ company, quarter, corrected }: EnterButtonProps) {
  return (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall onClick={open}>
          {corrected ? "Correct" : "Enter by hand"}
          <span className="sr-only"> {quarterWords(quarter)}</span>
        </Button>
      )}
      dialog={(state) => (
        <UpdateDialog companyId={company.id} quarter={quarter} {...(corrected && { corrected })} {...state} />
      )}
    />
  );
}

import "../company-updates.css";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import { dueDayOf, quarterName, quarterWords } from "#shared/company-updates/company-quarters.ts";
import type { UpdateCompany, UpdateQuarter, UpdateVersion } from "#shared/company-updates/company-updates.ts";
import {
  daysToReminder,
  figureLabels,
  figureNames,
  memberUpdateMessages,
  updateDeskMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { BackLink } from "#web/ui/back-link.tsx";
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
export function UpdateCompanyPage({ id, backTo }: { id: string; backTo: string }) {
  const { data: company, isPending, refetch } = useQuery(updateCompanyQuery(id));
  return (
    <div>
      <BackLink to={backTo} className="mb-2">
        {messages.back}
      </BackLink>
      {isPending && <RowSkeletons label={messages.loading} count={4} />}
      {!isPending && !company && <LoadFailed title={messages.companyFailed} onRetry={refetch} />}
      {company && <Shown company={company} />}
    </div>
  );
}

function Shown({ company }: { company: UpdateCompany }) {
  const { id, name, is_asked_for_updates: isAsked, quarters } = company;
  return (
    <>
      <ViewHead title={name}>
        <ActionButton
          {...action}
          method="PUT"
          path={`/companies/${id}/update-asking`}
          body={{ is_asked_for_updates: !isAsked }}
          label={isAsked ? messages.stopAsking : messages.startAsking}
          busy={messages.saving}
          variant="outline"
          done={messages.askingChanged}
        />
      </ViewHead>
      <p className="muted max-w-(--measure)">
        {isAsked ? messages.askedText(name, daysToReminder) : messages.notAskedText}
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
    <section className="update-quarter" aria-labelledby={headingId}>
      <div className="update-quarter-head">
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
              label={request ? messages.askAgain : messages.ask}
              labelEnd={quarterWords(name)}
              busy={messages.saving}
              variant="ghost"
              done={messages.askedNow}
            />
          )}
        </div>
      )}
    </section>
  );
}

function requestWords({ quarter, state, request, versions }: UpdateQuarter): string {
  const due = formatDay(dueDayOf(quarter));
  const words = [
    request && messages.askedOn(shortDate(request.asked_at)),
    request?.reminded_at && messages.remindedOn(shortDate(request.reminded_at)),
    request && versions.length === 0 && messages.linkUntil(shortDate(request.expires_at)),
  ].filter(Boolean);
  const end = state === "missed" ? messages.missedSince(due) : state === "awaited" ? messages.dueBy(due) : "";
  return `${words.join(", ")}${words.length > 0 ? ". " : ""}${end}`;
}

function Version({ company, version }: { company: UpdateCompany; version: UpdateVersion }) {
  const { id, quarter, version: number, source, sent_at, published_at, text, offer, letter, can } = version;
  return (
    <div className="update-version">
      <p className="note num">
        {[
          messages.version(number),
          source === "founder" ? messages.fromFounder : messages.fromAdmin,
          messages.sentOn(shortDate(sent_at)),
          published_at && messages.publishedOn(shortDate(published_at)),
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
            label={messages.publish}
            labelEnd={quarterWords(quarter)}
            busy={messages.publishing}
            confirm={{ title: messages.publishTitle, text: messages.publishText, cancel: messages.cancel }}
            done={messages.published}
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
          {corrected ? messages.correct : messages.enter}
          <span className="sr-only"> {quarterWords(quarter)}</span>
        </Button>
      )}
      dialog={(state) => (
        <UpdateDialog companyId={company.id} quarter={quarter} {...(corrected && { corrected })} {...state} />
      )}
    />
  );
}

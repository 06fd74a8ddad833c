import { introductionReportMessages as messages } from "#shared/introductions/introduction-messages.ts";
import type { IntroductionReport } from "#shared/introductions/introductions.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { longDate } from "#web/lib/format.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { reportsKey } from "./introduction-key.ts";

export function ReportedMessages() {
  const list = useList<IntroductionReport>({ path: "/introduction-reports" });
  return (
    <ViewRail heading="Reported Messages">
      <div className="grid gap-4">
        <p className="muted max-w-(--measure)">
          Requests for an introduction that somebody reported. Other introductions are read by nobody but their two
          members.
        </p>
        <ListView
          list={list}
          noun="reports"
          loading="Loading reported messages"
          empty={{ title: "No reported messages", text: "Nobody has reported a request for an introduction." }}
        >
          {(reports) => (
            <ul className="person-rows">
              {reports.map((report) => (
                <li key={report.id}>
                  <Report report={report} />
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </div>
    </ViewRail>
  );
}

function Report({ report }: { report: IntroductionReport }) {
  const { id, asker_name, asked_name, outcome, can } = report;
  const path = `/introduction-reports/${id}`;
  const action = {
    busy: "Saving...",
    variant: "outline",
    overtaken: { code: "already_reviewed", title: messages.overtaken },
    invalidates: [reportsKey],
  } as const;
  return (
    <PersonRow
      name={`${asker_name} to ${asked_name}`}
      notes={<p className="note num">{longDate(report.asked_at)}</p>}
      end={
        <Badge tone={outcome === null ? "waiting" : "over"}>{outcome ? messages.outcomes[outcome] : "Waiting"}</Badge>
      }
    >
      <blockquote className="mt-3 max-w-(--measure) whitespace-pre-line wrap-anywhere" dir="auto">
        {report.message}
      </blockquote>
      <p className="mt-3 max-w-(--measure) whitespace-pre-line wrap-anywhere" dir="auto">
        <b>{asked_name} says:</b> {report.reason}
      </p>
      {report.note && <p className="note mt-3 whitespace-pre-line wrap-anywhere">{report.note}</p>}
      {report.closed_at && (
        <p className="note num mt-1">
          {[report.closed_by_name, longDate(report.closed_at)].filter(Boolean).join(", ")}
        </p>
      )}
      <div className="button-row mt-4 empty:hidden">
        {can.dismiss && (
          <ActionButton
            {...action}
            path={`${path}/dismiss`}
            failed={messages.notDone}
            label="Dismiss"
            done="The report is closed."
          />
        )}
        {can.bar && (
          <ReasonButton
            to={`${path}/bar`}
            labelEnd={asker_name}
            words={{
              title: `End the introductions of ${asker_name}?`,
              text: "They can ask nobody any more, and what they asked ends. They are told, with your reason.",
              submit: "Stop this member’s requests",
              done: "They can ask nobody any more.",
              failed: messages.notDone,
            }}
            hint="Reason, which they read"
            variant="danger"
            invalidates={[reportsKey]}
          />
        )}
        {can.lift && (
          <ActionButton
            {...action}
            path={`${path}/lift`}
            failed={messages.notLifted}
            label="Let them ask again"
            done="They can ask again."
          />
        )}
      </div>
    </PersonRow>
  );
}

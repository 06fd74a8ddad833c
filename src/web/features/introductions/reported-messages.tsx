import { useQueryClient } from "@tanstack/react-query";
import { introductionReportMessages as messages } from "#shared/introduction-messages.ts";
import type { IntroductionReport } from "#shared/introductions.ts";
import { ReasonButton } from "#web/features/people/reason-button.tsx";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { reportsKey } from "./introduction-key.ts";

/** For admins: requests for an introduction that somebody reported. */
export function ReportedMessages() {
  const list = useList<IntroductionReport>({ path: "/introduction-reports", failureMessage: messages.failed });
  return (
    <ViewRail heading={messages.label}>
      <div className="grid gap-4">
        <p className="muted max-w-(--measure)">{messages.intro}</p>
        <ListView list={list} noun="reports" loading={messages.loading} empty={messages.empty}>
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
  const client = useQueryClient();
  /** Rejects, so that a dialog stays open. */
  const act = async (action: "dismiss" | "bar" | "lift", said: string, body?: object) => {
    try {
      await callApi("POST", `/introduction-reports/${id}/${action}`, body);
      toast({ title: said });
    } finally {
      await client.invalidateQueries({ queryKey: reportsKey });
    }
  };
  const press = (action: "dismiss" | "lift", said: string) =>
    act(action, said).catch((error: Error) => toastFailure(messages.failed, error));
  return (
    <PersonRow
      name={messages.wrote(asker_name, asked_name)}
      notes={<p className="note num">{longDate(report.asked_at)}</p>}
      end={
        <Badge tone={outcome === null ? "waiting" : "over"}>{outcome ? messages.outcomes[outcome] : "Waiting"}</Badge>
      }
    >
      <blockquote className="mt-3 max-w-(--measure) whitespace-pre-line wrap-anywhere" dir="auto">
        {report.message}
      </blockquote>
      <p className="mt-3 max-w-(--measure) whitespace-pre-line wrap-anywhere" dir="auto">
        <b>{messages.says(asked_name)}:</b> {report.reason}
      </p>
      {report.note && <p className="note mt-3 whitespace-pre-line wrap-anywhere">{report.note}</p>}
      {report.closed_at && (
        <p className="note num mt-1">
          {[report.closed_by_name, longDate(report.closed_at)].filter(Boolean).join(", ")}
        </p>
      )}
      <div className="button-row mt-4 empty:hidden">
        {can.dismiss && (
          <Button isSmall variant="outline" onClick={() => press("dismiss", messages.dismissed)}>
            {messages.dismiss}
          </Button>
        )}
        {can.bar && (
          <ReasonButton
            label={messages.bar}
            labelEnd={asker_name}
            title={messages.barTitle(asker_name)}
            text={messages.barText}
            hint={messages.reason}
            isRemoval
            send={(reason) => act("bar", messages.barred, { reason })}
          />
        )}
        {can.lift && (
          <Button isSmall variant="outline" onClick={() => press("lift", messages.lifted)}>
            {messages.lift}
          </Button>
        )}
      </div>
    </PersonRow>
  );
}

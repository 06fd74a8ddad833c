import { eventAnswerLabels } from "#shared/events/event-desk-messages.ts";
import type { CsvExport } from "../../platform/http/csv-stream.ts";
import { listAttendees } from "./queries.ts";

type Row = Awaited<ReturnType<typeof listAttendees>>["items"][number];

export const attendeesCsv = (eventId: string): CsvExport<Row> => ({
  name: "event-answers",
  columns: ["Name", "Guest", "Answer", "Answered at (UTC)", "Was there"],
  toRow: (row) => [
    row.full_name ?? "",
    row.guest_name ?? "",
    eventAnswerLabels[row.state],
    row.answered_at.toISOString(),
    row.attended_at ? "Yes" : "",
  ],
  list: (tx, page) => listAttendees(tx, eventId, page),
  audit: (effects) => effects.audit("event_answers_exported", eventId),
});

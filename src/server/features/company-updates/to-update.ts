import type { CompanyUpdate, UpdateFigures } from "#shared/company-updates/company-updates.ts";
import { figureNames } from "#shared/company-updates/company-updates-messages.ts";
import type { UpdateRow } from "./queries.ts";

export const toUpdate = (row: UpdateRow): Omit<CompanyUpdate, "corrects_sent_at"> => ({
  id: row.id,
  quarter: row.quarter,
  version: row.version,
  ...(Object.fromEntries(figureNames.map((name) => [name, row[name]])) as UpdateFigures),
  text: row.text,
  offer: row.offer,
  letter: row.file_name !== null && row.bytes !== null ? { file_name: row.file_name, bytes: row.bytes } : null,
  sent_at: row.sent_at.toISOString(),
});

import { missingPersonColumns, type PersonColumn, personColumns } from "#shared/imports/read-people.ts";
import type { Table } from "#shared/tables/read-table.ts";
import type { ColumnMatch } from "#shared/tables/titles.ts";
import { MatchColumns } from "#web/lib/match-columns.tsx";

interface MatchPeopleProps {
  file?: string;
  table: Table;
  match: ColumnMatch<PersonColumn>;
  onMatched: (match: ColumnMatch<PersonColumn>) => void;
  onClose: () => void;
}

/** Loaded with the reader, when a list needs it. */
export const MatchPeople = ({ file, table, match, onMatched, onClose }: MatchPeopleProps) => (
  <MatchColumns
    {...{ table, match, onMatched, onClose }}
    fileName={file}
    specs={personColumns}
    missingOf={missingPersonColumns}
  />
);

import type { Table } from "#shared/tables/read-table.ts";
import type { ColumnMatch } from "#shared/tables/titles.ts";
import { MatchColumns } from "#web/lib/match-columns.tsx";
import { type EnquiryColumn, enquirySpecs, missingEnquiryColumns } from "./read-enquiries.ts";

interface MatchEnquiriesProps {
  file: string;
  table: Table;
  match: ColumnMatch<EnquiryColumn>;
  onMatched: (match: ColumnMatch<EnquiryColumn>) => void;
  onClose: () => void;
}

/** Loaded with the reader, when a file needs it. */
export const MatchEnquiries = ({ file, table, match, onMatched, onClose }: MatchEnquiriesProps) => (
  <MatchColumns
    {...{ table, match, onMatched, onClose }}
    fileName={file}
    specs={enquirySpecs}
    missingOf={missingEnquiryColumns}
  />
);

import "#web/styles/people.css";
import "../desk.css";
import { lazy, Suspense, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { asksReason, type DealState } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { paths } from "#shared/paths.ts";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { useMoveDeal } from "../deal-queries.ts";
import { deskSearch } from "../desk-search.ts";

const addEnquiry = lazyPage(() => import("./add-enquiry.tsx").then((file) => file.AddEnquiry));
const importEnquiries = lazyPage(() => import("./import-enquiries.tsx").then((file) => file.ImportEnquiries));
const MoveDialog = lazy(() => import("../move-dialog.tsx").then((file) => ({ default: file.MoveDialog })));

/** What founders asked that nobody has answered, the oldest first. */
export function Enquiries({ session }: { session: Session }) {
  const { state, linkTo } = useSearchState(deskSearch);
  const [asked, setAsked] = useState<{ deal: ListedDeal; to: DealState; key: number; isOpen: boolean }>();
  const { mutate } = useMoveDeal();
  if (state.write)
    return (
      <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
        {state.write === "enquiry" ? (
          <Page page={addEnquiry} key="enquiry" backTo={linkTo({ write: "" })} userId={session.user.id} />
        ) : (
          <Page page={importEnquiries} key="import" backTo={linkTo({ write: "" })} />
        )}
      </Suspense>
    );
  const move = (deal: ListedDeal, to: DealState) =>
    asksReason(deal.state, to)
      ? setAsked({ deal, to, key: (asked?.key ?? 0) + 1, isOpen: true })
      : mutate({ deal, to, reason: null, until: null });
  return (
    <>
      <ListScreen<ListedDeal>
        title="Enquiries"
        path="/deals"
        fixed={{ state: "enquiry" }}
        noun="enquiries"
        loading={messages.loading}
        failed="The enquiries could not be loaded"
        tools={
          <>
            <LinkButton to={linkTo({ write: "import" })} variant="outline" isSmall>
              Import enquiries
            </LinkButton>
            <LinkButton to={linkTo({ write: "enquiry" })} variant="outline" isSmall>
              {messages.addCompany}
            </LinkButton>
          </>
        }
        caption="Enquiries that nobody has answered"
        columns={[...columns, actionsOf(move)]}
        isMarked={({ days_overdue }) => days_overdue !== null}
        empty={{
          title: "No enquiry waits",
          text: "A company is here until it is taken on, put off or declined. Type one in, or import a list.",
        }}
      />
      <Suspense>
        {asked && <MoveDialog {...asked} key={asked.key} onClose={() => setAsked({ ...asked, isOpen: false })} />}
      </Suspense>
    </>
  );
}

const columns: RecordColumn<ListedDeal>[] = [
  {
    header: "Company",
    className: "@min-[40rem]:w-1/3 wrap-anywhere",
    cell: ({ id, company_name }) => (
      <InlineLink to={paths.deal(id)} isQuiet>
        {company_name}
      </InlineLink>
    ),
  },
  {
    header: "What it does",
    isWideOnly: true,
    className: "@min-[40rem]:w-1/3 wrap-anywhere",
    cell: ({ one_line }) => one_line,
  },
  { header: "Answer by", className: "num whitespace-nowrap", cell: (deal) => <AnswerBy deal={deal} /> },
];

function AnswerBy({ deal: { reply_due_on, days_overdue } }: { deal: ListedDeal }) {
  if (!reply_due_on) return null;
  if (days_overdue === null) return shortDate(reply_due_on);
  return <b className="late">Late since {shortDate(reply_due_on)}</b>;
}

const answers = [
  ["screening", "Take on"],
  ["parked", "Later"],
  ["declined", "Decline"],
] as const;

const actionsOf = (move: (deal: ListedDeal, to: DealState) => void): RecordColumn<ListedDeal> => ({
  header: "Actions",
  isActions: true,
  cell: (deal) =>
    answers
      .filter(([to]) => deal.can.move_to.includes(to))
      .map(([to, label]) => (
        <RowAction key={to} labelEnd={deal.company_name} onClick={() => move(deal, to)}>
          {label}
        </RowAction>
      )),
});

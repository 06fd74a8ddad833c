import "#web/styles/people.css";
import "../desk.css";
import { Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { deskSearch } from "../desk-search.ts";
import { useAnswers } from "./use-answers.tsx";

const addEnquiry = lazyPage(() => import("./add-enquiry.tsx").then((file) => file.AddEnquiry));
const importEnquiries = lazyPage(() => import("./import-enquiries.tsx").then((file) => file.ImportEnquiries));

/** What founders asked that nobody has answered, by the day of the answer: what is late comes first. */
export function Enquiries({ session }: { session: Session }) {
  const { state, linkTo } = useSearchState(deskSearch);
  const { answersTo, dialog } = useAnswers();
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
  return (
    <>
      <ListScreen<ListedDeal>
        title="Enquiries"
        path="/deals"
        fixed={{ state: "enquiry" }}
        noun="enquiries"
        loading={messages.loading}
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
        columns={[...columns, actionsOf(answersTo)]}
        isMarked={({ days_overdue }) => days_overdue !== null}
        empty={{
          title: "No enquiry waits",
          text: "A company is here until it is taken on, put off or declined. Type one in, or import a list.",
        }}
      />
      {dialog}
    </>
  );
}

const columns: RecordColumn<ListedDeal>[] = [
  {
    header: "Company",
    className: "@min-[40rem]:w-1/3 wrap-anywhere",
    cell: ({ id, company_name }) => (
      <InlineLink to={adminPaths.deal(id)} isQuiet>
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
  {
    header: "Answer by",
    isBeside: true,
    className: "num @min-[40rem]:whitespace-nowrap",
    cell: (deal) => <AnswerBy deal={deal} />,
  },
];

function AnswerBy({ deal: { reply_due_on, days_overdue } }: { deal: ListedDeal }) {
  if (!reply_due_on) return null;
  if (days_overdue === null) return shortDate(reply_due_on);
  return (
    <b className="late @max-[40rem]:block @max-[40rem]:text-right">
      Late since <span className="whitespace-nowrap">{shortDate(reply_due_on)}</span>
    </b>
  );
}

const actionsOf = (answersTo: ReturnType<typeof useAnswers>["answersTo"]): RecordColumn<ListedDeal> => ({
  header: "Actions",
  isActions: true,
  cell: (deal) =>
    answersTo(deal).map(({ label, give }) => (
      <RowAction key={label} labelEnd={deal.company_name} onClick={give}>
        {label}
      </RowAction>
    )),
});

import { useQuery } from "@tanstack/react-query";
import { questionsPartMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { DeskQuestionList } from "#shared/deals/deal-questions.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { deskSearch } from "../../desk-search.ts";
import { PartQuery } from "../part-query.tsx";
import { QuestionRow } from "./question-row.tsx";
import { questionState, sortQuestions } from "./question-state.ts";

/** What members ask, with their names, and what becomes of it. */
export function QuestionsPart({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { id } = deal;
  const { linkTo } = useSearchState(deskSearch);
  const query = useQuery({
    queryKey: queryKeys.dealQuestions(id),
    queryFn: ({ signal }) => callApi<DeskQuestionList>("GET", `/deals/${id}/questions`, undefined, signal),
  });
  return (
    <PartQuery query={query} words={messages}>
      {({ items }) => {
        if (items.length === 0) return <p className="note">{messages.none}</p>;
        const unshown = items.filter((question) => questionState(question) === "answered").length;
        return (
          <div className="grid max-w-3xl gap-4">
            {unshown > 0 && (
              <Notice title={messages.unshown(unshown)}>
                {messages.unshownText} <InlineLink to={linkTo({ part: "versions" })}>{messages.versions}</InlineLink>
              </Notice>
            )}
            <ul className="desk-questions" aria-label={messages.list}>
              {sortQuestions(items).map((question) => (
                <QuestionRow key={question.id} deal={deal} userId={userId} question={question} all={items} />
              ))}
            </ul>
          </div>
        );
      }}
    </PartQuery>
  );
}

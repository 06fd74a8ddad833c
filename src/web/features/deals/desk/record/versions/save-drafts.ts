import type { DealRecord } from "#shared/deals/deals.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { readDraft } from "#web/ui/form/use-draft.ts";
import { type PageValues, toPageInput, toPageValues } from "../page/page-values.ts";
import { startTerms, type TermsValues, toTermsInput } from "../terms/terms-values.ts";

export const draftKeys = (dealId: string, userId: string) => ({
  terms: `deal-terms:${dealId}:${userId}`,
  page: `deal-page:${dealId}:${userId}`,
});

export const hasTermsDraft = (dealId: string, userId: string): boolean =>
  readDraft(draftKeys(dealId, userId).terms) !== null;

/** What was typed on the parts of the record and is not saved: terms and page, before they are frozen. */
export async function saveDrafts(deal: DealRecord, userId: string, leastPence: number): Promise<DealRecord> {
  const keys = draftKeys(deal.id, userId);
  const [terms, page] = [readDraft(keys.terms), readDraft(keys.page)] as [
    Partial<TermsValues> | null,
    Partial<PageValues> | null,
  ];
  let saved = deal;
  if (terms) {
    const begun = startTerms({ newest: deal.terms[0], last: deal.last_terms?.terms, leastPence, now: Date.now() });
    saved = await callApi<DealRecord>("POST", `/deals/${deal.id}/terms`, toTermsInput({ ...begun, ...terms }));
    sessionStorage.removeItem(keys.terms);
  }
  if (page) {
    // Somebody else's text is not written over: the part of the page asks which stays.
    const begun = sessionStorage.getItem(`${keys.page}:begun`);
    if (begun && begun !== JSON.stringify(toPageValues(deal)))
      throw new Error("Somebody else has changed the page meanwhile. Open Page, and decide which text stays.");
    saved = await callApi<DealRecord>("PUT", `/deals/${deal.id}`, {
      ...toPageInput({ ...toPageValues(deal), ...page }),
      ...{ owner_id: saved.owner_id, expected_version: saved.updated_at },
    });
    sessionStorage.removeItem(keys.page);
    sessionStorage.removeItem(`${keys.page}:begun`);
  }
  return saved;
}

/** Errors of terms and page, which the freezing form has no field for. */
export const problemsOf = (error: unknown): { path: string; message: string }[] =>
  error instanceof ApiError ? (error.problem.errors ?? []) : [];

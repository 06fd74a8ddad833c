import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ListState } from "./list-view.tsx";
import { ListView } from "./list-view.tsx";

const loaded: ListState<string> = {
  items: ["Ada", "Bob"],
  pageCount: 1,
  hasNextPage: false,
  isPending: false,
  isPlaceholderData: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: async () => ({ hasNextPage: false }),
  refetch: async () => {},
};

const render = (list: Partial<ListState<string>>, props: Partial<Parameters<typeof ListView<string>>[0]> = {}) =>
  renderToStaticMarkup(
    <ListView
      list={{ ...loaded, ...list }}
      noun="members"
      loading="Loading members"
      empty={{ title: "No members", text: "Be the first." }}
      {...props}
    >
      {(names) => names.join(", ")}
    </ListView>,
  );

it("A list shows the items, and announces their number to screen readers", () => {
  expect(render({})).toMatch(/Ada, Bob<div class="sr-only"><p [^>]*>Both members are shown<\/p><\/div>/);
  expect(render({ items: ["Ada"] })).toContain("1 member is shown");
  for (const [noun, one] of [
    ["addresses", "1 address"],
    ["companies", "1 company"],
    ["entries", "1 entry"],
    ["people", "1 person"],
    ["companies of our public portfolio", "1 company of our public portfolio"],
  ] as const)
    expect(render({ items: ["Ada"] }, { noun })).toContain(`${one} is shown`);
});

it("A list shows the items with pending mutations instead of the fetched ones", () => {
  expect(render({}, { items: ["Bob"] })).toMatch(/Bob.*1 member is shown/);
  expect(render({}, { items: [] })).toContain("No members");
});

it("A list shows a button to load more, and to retry after a failure", () => {
  expect(render({ hasNextPage: true })).toMatch(/The first 2 members are shown.*Load more/);
  const failed = render({ hasNextPage: true, isFetchNextPageError: true });
  expect(failed).toMatch(/Ada, Bob.*More members could not be loaded\..*Try again/);
});

it("A list of items without a noun shows no count or button", () => {
  expect(render({ hasNextPage: true }, { noun: undefined })).toBe('<div class="relative grid gap-4">Ada, Bob</div>');
});

it("A list is marked as busy while it shows the items of the previous filter", () => {
  expect(render({ isPlaceholderData: true })).toContain('aria-busy="true"');
});

it("A list that loads shows a skeleton, or a custom one", () => {
  expect(render({ items: undefined, isPending: true })).toMatch(/role="status" aria-label="Loading members"/);
  expect(render({ items: undefined, isPending: true }, { loading: <p>One moment</p> })).toBe("<p>One moment</p>");
});

it("A list that failed shows an error and a retry button", () => {
  expect(render({ items: undefined })).toMatch(
    /The members could not be loaded.*Something broke on the way\..*Try again/,
  );
});

it("An empty list shows its empty state, with a button to clear the filter", () => {
  expect(render({ items: [] })).toMatch(/^<div class="quiet-state card">.*No members.*Be the first\./);
  const clear = { label: "Show all", onClear: () => {} };
  const filtered = render({ items: [] }, { empty: { title: "Nobody found", text: "Not one.", clear } });
  expect(filtered).toMatch(/^<div role="status">.*Nobody found.*Show all/);
  expect(render({ items: [] }, { empty: null })).toBe("");
});

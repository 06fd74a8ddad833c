import "#web/styles/people.css";
import { useSearchState } from "#web/lib/search-state.ts";
import { PeopleList } from "./people-list.tsx";
import { PersonPage } from "./person-page.tsx";
import { personSearch } from "./person-search.ts";

/** Everybody, or the person that the address names. */
export function People() {
  const { state, linkTo } = useSearchState(personSearch);
  return state.person ? (
    <PersonPage key={state.person} id={state.person} backTo={linkTo({ person: "" })} />
  ) : (
    <PeopleList />
  );
}

import { type RawBuilder, sql } from "kysely";

/** Whether a text has each of the words, as the search of people has them. The words are folded once, not for each row. */
export const hasEveryWord = (text: RawBuilder<unknown>, words: string | undefined): RawBuilder<boolean> =>
  sql<boolean>`has_every_word(${text}, (select search_words(${words})))`;

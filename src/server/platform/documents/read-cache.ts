import type { ReadApi } from "#shared/document-renderer.ts";

/**
 * Asks the API once for each path per revision of the content.
 * @param contentRevision the present one.
 */
export function createReadCache(read: ReadApi, contentRevision: () => string): ReadApi {
  let revision: string | undefined;
  let answers = new Map<string, Promise<unknown>>();
  return (path) => {
    if (revision !== contentRevision()) {
      revision = contentRevision();
      answers = new Map();
    }
    const known = answers.get(path);
    if (known) return known;
    const of = answers;
    const answer = read(path);
    of.set(path, answer);
    // One that failed is asked for again by the next page.
    answer.catch(() => of.get(path) === answer && of.delete(path));
    return answer;
  };
}

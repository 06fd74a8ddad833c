import { sampleAccounts } from "#server/sample/sample-club.ts";
import { paths } from "#shared/paths.ts";
import type { LargeClub } from "./large-club.ts";
import { fromConnections, type Load } from "./load.ts";
import { signIn } from "./signed-in.ts";

export interface Operation {
  name: string;
  load: Load;
}

export const directoryPath = "/api/member-profiles";
export const connectionCount = 16;

/** As a browser asks for a page. */
const asBrowser = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };
export const documentCalls = {
  home: { path: paths.home, headers: asBrowser },
  article: { path: paths.article("eis-seis-tax-schemes"), headers: asBrowser },
} as const;

/** What a member reads, and the two kinds of document a visitor begins with. */
export async function readOperations({ url }: Pick<LargeClub, "url">): Promise<Operation[]> {
  const cookie = await signIn(url, sampleAccounts.member);
  const get = (name: string, path: string, headers = {}, status = 200): Operation => ({
    name,
    load: { status, connections: fromConnections(connectionCount, { path, headers: { cookie, ...headers } }) },
  });
  const { headers } = await fetch(`${url}${directoryPath}`, { headers: { cookie } });
  return [
    get("directory", directoryPath),
    get("directory, conditional", directoryPath, { "if-none-match": headers.get("etag") ?? "" }, 304),
    get("session", "/api/session"),
    get("own profile", `${directoryPath}/me`),
    get("search", `${directoryPath}?q=lindqvist`),
    get("expertise", `${directoryPath}?expertise=Pricing`),
    get("article", documentCalls.article.path, asBrowser),
    get("home", documentCalls.home.path, asBrowser),
  ];
}

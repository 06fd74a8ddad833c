import type { TokenPair } from "./session-store.ts";

export interface OauthReturn {
  /** The description of an error, or its code. */
  error: string | null;
  code: string | null;
  tokens: TokenPair | null;
}

const names = ["error", "error_description", "error_code", "code", "state", "access_token", "refresh_token"];
const tokenNames = ["expires_in", "expires_at", "token_type", "provider_token", "provider_refresh_token", "type"];
/** A description comes from an address that anyone may have made up. */
const longestError = 300;

/**
 * What a sign-in elsewhere has put into an address of the site, wherever it stands (`/?code=…#/login`,
 * `/#/login?error=…`, `/#/members#access_token=…`), and the address without it.
 * @returns null when there is nothing of the kind.
 */
export function readOauthReturn(address: URL): { found: OauthReturn; rest: { search: string; route: string } } | null {
  const { route, query, anchor } = splitHash(address.hash);
  const places = [address.search, query, anchor].map((text) => new URLSearchParams(text));
  const find = (name: string) => places.map((place) => place.get(name)).find(Boolean) ?? null;
  if (!places.some((place) => names.some((name) => place.has(name)))) return null;

  const access_token = find("access_token");
  const refresh_token = find("refresh_token");
  const error = find("error_description") ?? find("error") ?? find("error_code");
  const found: OauthReturn = {
    error: error?.slice(0, longestError) ?? null,
    code: find("code"),
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
  };
  const [search = "", restOfQuery = "", restOfAnchor = ""] = places.map(withoutOauth);
  const clean = `${route}${marked("?", restOfQuery)}${marked("#", restOfAnchor)}`;
  return { found, rest: { search: marked("?", search), route: clean } };
}

/** "#/members?tab=events#x" → route, query, anchor. */
function splitHash(hash: string) {
  const [beforeAnchor = "", ...anchor] = hash.slice(1).split("#");
  const [route, ...query] = beforeAnchor.split("?");
  return { route: route || "/", query: query.join("?"), anchor: anchor.join("#") };
}

function withoutOauth(place: URLSearchParams): string {
  for (const name of [...names, ...tokenNames]) place.delete(name);
  // An anchor is a name without a value.
  return place.toString().replace(/=(?=&|$)/g, "");
}

const marked = (mark: string, text: string): string => (text === "" ? "" : `${mark}${text}`);

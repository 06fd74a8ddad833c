import type { TokenPair } from "./session-store.ts";

interface OauthReturn {
  /** The error is empty where only a description came. */
  error: string | null;
  code: string | null;
  tokens: TokenPair | null;
}

const names = ["error", "error_description", "error_code", "code", "state", "access_token", "refresh_token"];
const tokenNames = [
  "access_token",
  "refresh_token",
  "expires_in",
  "expires_at",
  "token_type",
  "provider_token",
  "provider_refresh_token",
  "type",
];

export interface TakenOauthReturn {
  found: OauthReturn;
  /** The address without it; the route has the query and the anchor that stay. */
  rest: { search: string; route: string };
}

/**
 * What an external sign-in has put into an address of the site, in any part of it (`/?code=…#/login`,
 * `/#/login?error=…`, `/#/members#access_token=…`), and the address without it.
 * @returns null when there is nothing of the kind.
 */
export function readOauthReturn(address: URL): TakenOauthReturn | null {
  const { route, query, anchor } = splitHash(address.hash);
  const places = [address.search, query, anchor].map((text) => new URLSearchParams(text));
  const find = (name: string) => places.map((place) => place.get(name)).find(Boolean) ?? null;
  // On another page a code is that page's own, as an invitation's is.
  const isOauthRoute = /^\/(login|members)\/?$/.test(route);
  const sought = isOauthRoute ? names : ["access_token", "refresh_token"];
  if (!places.some((place) => sought.some((name) => place.has(name)))) return null;

  const access_token = find("access_token");
  const refresh_token = find("refresh_token");
  const found: OauthReturn = {
    error: find("error") ?? find("error_code") ?? (find("error_description") && ""),
    code: find("code"),
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
  };
  const [search = "", restOfQuery = "", restOfAnchor = ""] = places.map((place) =>
    without(place, isOauthRoute ? [...names, ...tokenNames] : tokenNames),
  );
  const clean = `${route}${marked("?", restOfQuery)}${marked("#", restOfAnchor)}`;
  return { found, rest: { search: marked("?", search), route: clean } };
}

/** "#/members?tab=events#x" → route, query, anchor; "#access_token=…" names no route. */
function splitHash(hash: string) {
  if (!/^#\//.test(hash)) return { route: "/", query: "", anchor: hash.slice(1) };
  const [beforeAnchor = "", ...anchor] = hash.slice(1).split("#");
  const [route, ...query] = beforeAnchor.split("?");
  return { route: route ?? "/", query: query.join("?"), anchor: anchor.join("#") };
}

function without(place: URLSearchParams, removed: string[]): string {
  for (const name of removed) place.delete(name);
  // An anchor is a name without a value.
  return place.toString().replace(/=(?=&|$)/g, "");
}

const marked = (mark: string, text: string): string => (text === "" ? "" : `${mark}${text}`);

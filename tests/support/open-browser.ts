import type { Call, TestApp } from "./test-app.ts";

/** Visitor with a cookie jar. @param signedIn initial session cookie. */
export function openBrowser(club: TestApp, signedIn?: string): Call {
  const cookies = new Map<string, string>();
  if (signedIn) cookies.set(...splitCookie(signedIn));
  return async (method, path, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await club.visitor(method, path, body, { ...(cookie && { cookie }), ...headers });
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = splitCookie(set);
      if (/max-age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
}

function splitCookie(cookie: string): [name: string, value: string] {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  return [name, value];
}

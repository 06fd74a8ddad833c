import type { Call, TestClub } from "./test-club.ts";

/** A visitor who keeps the cookies that answers set, as a browser does. */
export function openBrowser(club: TestClub): Call {
  const cookies = new Map<string, string>();
  return async (method, path, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await club.visitor(method, path, body, { ...(cookie && { cookie }), ...headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
}

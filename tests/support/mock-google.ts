import { OAuth2Server } from "oauth2-mock-server";

/** Claims of the ID token. */
export interface MockAccount {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  [claim: string]: unknown;
}

/** Local OpenID provider that signs in `account`. */
export async function startMockGoogle(account: MockAccount) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}`;
  server.issuer.url = url;
  const mock = {
    account,
    server,
    settings: {
      clientId: "club",
      clientSecret: "a secret of Google's",
      discoveryUrl: `${url}/.well-known/openid-configuration`,
    },
    /** Follows the authorisation request. @returns the callback's query. */
    visit: async (address: string): Promise<string> => {
      const { headers } = await fetch(address, { redirect: "manual" });
      return new URL(headers.get("location") ?? "").search;
    },
    goDown: () => server.stop(),
    comeBack: async () => {
      await server.start(port, "127.0.0.1");
      server.issuer.url = url;
    },
    stop: async () => {
      if (server.listening) await server.stop();
    },
  };
  server.service.on("beforeTokenSigning", ({ payload }) => Object.assign(payload, mock.account));
  return mock;
}

export type MockGoogle = Awaited<ReturnType<typeof startMockGoogle>>;

import createClient from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

/** An example of a program: prints the club's members and events as its user sees them. */
const [club = "", email = "", password = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: `${club}/api` });

const { data: tokens, error } = await client.POST("/tokens", { body: { email, password } });
if (!tokens) throw new Error(error.code === "totp_required" ? "This person has two-factor sign-in." : error.detail);
client.use({
  onRequest: ({ request }) => request.headers.set("authorization", `Bearer ${tokens.access_token}`),
});

const members: components["schemas"]["MemberProfile"][] = [];
let cursor: string | undefined;
do {
  const page = await client.GET("/member-profiles", { params: { query: { limit: 100, ...(cursor && { cursor }) } } });
  if (!page.data) throw new Error(page.error.detail);
  members.push(...page.data.items);
  cursor = page.data.next_cursor ?? undefined;
} while (cursor);

const events = await client.GET("/events");
if (!events.data) throw new Error(events.error.detail);

console.log(
  JSON.stringify({
    user: tokens.user.email,
    members: members.map(({ full_name }) => full_name),
    events: events.data.items.map(({ title, date }) => ({ title, date })),
  }),
);

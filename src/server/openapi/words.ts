import type { Audience } from "../auth/guard.ts";

export const audienceWords: Record<Audience, string> = {
  anyone: "For anybody; signing in is not asked for.",
  person: "For everybody who is signed in.",
  member: "For members, and for those whose membership is still to be approved.",
  approved: "For approved members.",
  reader: "For approved members who may be shown offers, and for those who bought shares in the deal.",
  investor: "For approved members who may be shown offers.",
  admin: "For admins.",
};

export const keyWords = {
  read: "API keys may call it.",
  write: "API keys with the scope to write may call it.",
} as const;

/** Introduction of the API's description; Markdown. */
export const apiWords = `
What the club's own pages use, for programs too: a person's program can do what that person can do, and nothing else.

**Signing in.** A browser has the session's cookie. A program sends its access token as \`Authorization: Bearer …\`; it gets
one from \`POST /api/tokens\`. A tool of the club sends an API key in the same way; an admin makes it. It can do what its
owner can do at the operations that name it, and never move money, decide what needs two people, or open sealed records.

**Errors** are \`application/problem+json\` (RFC 9457). Programs go by \`code\`; \`detail\` is for people and may change. With
\`invalid_body\`, \`errors\` names each field. After a conflict, \`record\` is the record as it is now.

**Moments** are UTC as in \`2026-11-23T18:30:00.000Z\`, days are \`2026-11-23\`. **Money** is in whole pence, share prices are
decimal strings of pounds.

**Lists** have \`items\` and \`next_cursor\`, which is null on the last page; send it as \`cursor\` for the next one.

New fields and new values may be added at any time; programs ignore those they do not know. Existing ones do not change.
`.trim();

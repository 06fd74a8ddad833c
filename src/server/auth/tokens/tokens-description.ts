/** OpenAPI text; `tokens.test.ts` runs its example. */
export const tokensDescription = `
Send an e-mail address and a password, and \`totp\` besides where the person has two-factor sign-in (without it the answer
is 401 \`totp_required\`). The access token goes into the \`Authorization\` header of every other call and lasts ten minutes;
the refresh token, sent here alone, brings the next pair. A refresh token works once. If it comes again, somebody has
copied it, and the session ends with all its tokens. It also ends 30 days after it was last refreshed, when its owner
ends it on the account page, and when they change their password.

\`\`\`sh
tokens=$(curl --silent "$CLUB/api/tokens" \\
  --header 'Content-Type: application/json' \\
  --data "{\\"email\\": \\"$EMAIL\\", \\"password\\": \\"$PASSWORD\\"}")
token() { echo "$tokens" | sed "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/"; }

curl --silent "$CLUB/api/session" --header "Authorization: Bearer $(token access_token)"

curl --silent "$CLUB/api/tokens" \\
  --header 'Content-Type: application/json' \\
  --data "{\\"refresh_token\\": \\"$(token refresh_token)\\"}"
\`\`\`

Other services can check an access token without asking the club: its issuer and audience are the club's address, and the
keys at \`/api/auth/jwks\` may be kept for ten minutes.
`.trim();

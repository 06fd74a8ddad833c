import { type CatalogueRow, expectShown } from "./support/catalogue.ts";

const signIn = "tests/e2e/sign-in.spec.ts";
const oauth = "tests/e2e/oauth-return.spec.ts";
const registration = "tests/e2e/registration.spec.ts";
const recovery = "tests/e2e/recovery.spec.ts";
const twoFactor = "tests/e2e/two-factor.spec.ts";
const session = "tests/e2e/session.spec.ts";
const store = "src/web/lib/session-store.test.ts";
const api = { session: "src/server/features/session/session.test.ts", tokens: "src/server/auth/tokens.test.ts" };
const signInApi = "src/server/auth/sign-in.test.ts";
const registrationApi = "src/server/features/registrations/registrations.test.ts";

/**
 * Every line that signing in and registering owe to people, every event of the session and every error of the service,
 * with the test that makes it happen: what is said or emitted, where, and the test's name.
 */
const catalogue: readonly CatalogueRow[] = [
  // Login
  ["Invalid login credentials", signInApi, "answers a wrong password and an unknown e-mail alike"],
  [
    "Invalid email or password. Please check your credentials and try again.",
    signIn,
    "tells a person that e-mail or password are wrong, and keeps what was typed",
  ],
  ["Login failed", signIn, "passes other errors on in their own words"],
  ["Signing in...", signIn, "shows that it is busy, says so when it is done, and takes the sign-in page's place"],
  ["Login successful!", signIn, "shows that it is busy, says so when it is done, and takes the sign-in page's place"],
  ["Google Sign In Error", signIn, "a club that has not set it up says so, and the button is ready again"],
  [
    "Unable to sign in with Google. Please try again.",
    signIn,
    "a club that has not set it up says so, and the button is ready again",
  ],
  ["Unexpected Error", signIn, "an unexpected failure says so, and the button is ready again"],
  [
    "An unexpected error occurred. Please try again.",
    signIn,
    "an unexpected failure says so, and the button is ready again",
  ],
  ["Authentication Error", oauth, "with nothing but an error's code says that, also while the site is open"],
  ["Session Error", oauth, "with a code and no session says so after 1000 ms"],
  [
    "Failed to establish session. Please try logging in again.",
    oauth,
    "with a code and no session says so after 1000 ms",
  ],
  ["An error occurred during sign in. Please try again.", oauth, "with tokens that nobody could look at says so"],
  [
    "Loading your member area...",
    signIn,
    "says what it waits for while it is not known who asks, and before it sends them on",
  ],
  [
    "Redirecting to login...",
    signIn,
    "says what it waits for while it is not known who asks, and before it sends them on",
  ],
  // Registration
  ["Invalid Invitation", registration, "with a code that is not theirs is told so, and keeps what was typed"],
  [
    "The invitation code is invalid or doesn't match your email.",
    registration,
    "with a code that is not theirs is told so, and keeps what was typed",
  ],
  ["Invitation Already Used", registration, "with a code that was used is told so"],
  ["This invitation code has already been used.", registration, "with a code that was used is told so"],
  ["Registration Failed", registration, "a second time with the same e-mail is told to sign in"],
  ["account_exists", registrationApi, "tells whoever has an account already to sign in"],
  ["Registration Successful", registration, "is told to look for the mail, and may ask for another, but not for ever"],
  [
    "Your account has been created. Please check your email to verify your account.",
    registration,
    "is told to look for the mail, and may ask for another, but not for ever",
  ],
  [
    "An unexpected error occurred during registration.",
    registration,
    "sees that it takes a moment, and an unexpected error when nothing comes of it",
  ],
  [
    "used_at",
    registrationApi,
    "succeeds when only the marking as used fails, and makes no second account by that code",
  ],
  // Auth service
  ["Auth session missing!", api.session, "tells a visitor that there is no session"],
  ["Auth session missing!", session, "is dropped when its refresh is refused"],
  ["Auth session or user missing", store, "fails with an error of its own when the answer has no user"],
  ["invalid_credentials", signInApi, "answers a wrong password and an unknown e-mail alike"],
  [
    "You must provide either an email or phone number and a password",
    signInApi,
    "says so when the e-mail or the password is left out: %j",
  ],
  ["weak_password", registrationApi, "refuses the most common passwords, with the reason"],
  ["invalid_jwt", api.tokens, "of another issuer or for another audience"],
  ["502", session, "survives a server that is away for a while"],
  ["[1, 2, 4, 8, 16, 30, 30]", store, "no answer to its refresh is tried again, after waits that grow to 30 s"],
  // Events
  ["INITIAL_SESSION", store, "is nobody known on a first visit, until the server has answered"],
  ["SIGNED_IN", store, "reads session and role, and says so"],
  ["SIGNED_OUT", store, "ends the session and the role with it, without a word of why"],
  ["TOKEN_REFRESHED", session, "is refreshed at the next tick, and its role is read again"],
  ["USER_UPDATED", session, "is refreshed at the next tick, and its role is read again"],
  ["PASSWORD_RECOVERY", recovery, "asks for a link, chooses a new one, and signs in with it"],
  ["MFA_CHALLENGE_VERIFIED", twoFactor, "signs in with a code, which is refused when it is wrong or used"],
];

expectShown(catalogue);

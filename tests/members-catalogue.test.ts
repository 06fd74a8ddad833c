import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CatalogueRow, expectShown } from "./support/catalogue.ts";

const features = "src/server/features";
const api = {
  profiles: `${features}/member-profiles/member-profiles.test.ts`,
  submissions: `${features}/member-profile-submissions/member-profile-submissions.test.ts`,
  requests: `${features}/membership-requests/membership-requests.test.ts`,
  invitations: `${features}/invitations/invitations.test.ts`,
  imports: `${features}/member-imports/member-imports.test.ts`,
  registrations: `${features}/registrations/registrations.test.ts`,
  session: `${features}/session/session.test.ts`,
  pictures: `${features}/pictures/pictures.test.ts`,
};
const directory = "tests/e2e/directory.spec.ts";
const profile = "tests/e2e/profile.spec.ts";
const review = "tests/e2e/review.spec.ts";
const invitations = "tests/e2e/invitations.spec.ts";
const imports = "tests/e2e/import.spec.ts";
const admin = "tests/e2e/admin.spec.ts";
const area = "tests/e2e/members-area.spec.ts";
const home = "tests/e2e/members-home.spec.ts";
const first = "tests/e2e/first-member.spec.ts";
const publicPages = "tests/e2e/public-pages.spec.ts";

const sent = "is confirmed, and a second one is refused and gives way to the notice";
const edited = "names each rule at its field, and says when it saved, when it could not, and when nobody is signed in";
const signedOut = "without a session says to log in, and is there again after signing in";
const failedLists = "an admin's lists say what failed";
const failedDecision = "a decision says that it failed, and can be made again with the notes still there";

/** Every message that members and admins are owed, with the test that makes it happen. */
const messages: readonly CatalogueRow[] = [
  // Profile submission
  ["Authentication Error", profile, signedOut],
  ["You must be logged in to submit a profile. Please log in and try again.", profile, signedOut],
  ["Submission Already Exists", profile, sent],
  ["You have already submitted a profile for review. Only one submission per user is allowed.", profile, sent],
  ["Submission Failed", profile, "with something the server refuses says why, at the field too"],
  ["Failed to submit profile: ", profile, "with something the server refuses says why, at the field too"],
  ["Unexpected Error", profile, "to a server that cannot be reached says so, and keeps what was typed"],
  [
    "An unexpected error occurred while submitting your profile. Please try again.",
    profile,
    "to a server that cannot be reached says so, and keeps what was typed",
  ],
  ["Profile Submitted Successfully!", profile, sent],
  ["Your profile has been submitted for admin review. You'll be notified once it's approved.", profile, sent],
  ["Profile Submitted!", profile, sent],
  ["Submit Another Profile", profile, sent],
  [
    "Full name is required",
    profile,
    "Submit Profile asks for a name and for lines that fit, at the field, and gives the long texts their room",
  ],
  // Profile edit
  ["You must be logged in to update your profile.", profile, edited],
  ["Failed to update profile. Please try again.", profile, edited],
  ["Success!", profile, edited],
  ["Your profile has been updated successfully.", profile, edited],
  ["Full name must be at least 2 characters", profile, edited],
  ["Invalid url", profile, edited],
  [
    "No Profile Found",
    first,
    "An admin invites someone, who registers, verifies, signs in, submits a profile, and stands in the directory once it is approved",
  ],
  // Admin
  ["Failed to fetch submissions.", area, failedLists],
  ["Failed to fetch membership requests.", area, failedLists],
  ["Failed to fetch invitations.", area, failedLists],
  ["Failed to approve submission.", review, "the second is told that a profile was reviewed, and sees by whom"],
  ["Failed to reject submission.", review, failedDecision],
  ["Failed to approve membership.", review, "the second who decides the same reads who was first"],
  ["Failed to reject membership.", review, failedDecision],
  [
    "Failed to create invitation.",
    invitations,
    "'Failed to create invitation.' shows, with the reason, for an email that has an account",
  ],
  [
    "Failed to delete invitation.",
    invitations,
    "'Failed to delete invitation.' shows when somebody has used it in the meantime",
  ],
  [
    "You must be logged in as an admin to import members.",
    imports,
    "'You must be logged in as an admin to import members.' shows when the session has ended half-way, and the rest waits in the box",
  ],
  [
    "Submission approved",
    review,
    "The list narrows to a status, which stands in the address, and by keyboard alone a profile is approved",
  ],
  [
    "Submission rejected",
    review,
    "Notes that an admin types outlive a look elsewhere and a reload, and go with the rejection",
  ],
  ["Membership approved", review, "the second who decides the same reads who was first"],
  ["Membership rejected", review, "the second who decides the same reads who was first"],
  [
    "Invitation Created",
    admin,
    "An admin copies the code of an invitation, is warned before a second one, and deletes it",
  ],
  [
    "Invitation Deleted",
    admin,
    "An admin copies the code of an invitation, is warned before a second one, and deletes it",
  ],
  ["Copied", admin, "An admin copies the code of an invitation, is warned before a second one, and deletes it"],
  [
    "Please enter an email address",
    admin,
    "An admin copies the code of an invitation, is warned before a second one, and deletes it",
  ],
  ["Import completed", admin, "An admin imports a list and reads a result for each line"],
  [
    "1 members imported successfully out of 2 total.",
    admin,
    "An admin imports a list and reads a result for each line",
  ],
  ["Created successfully", admin, "An admin imports a list and reads a result for each line"],
  ["Already exists", admin, "An admin imports a list and reads a result for each line"],
  ["No valid members found", admin, "says what a line has to look like, and keeps what was typed"],
  [
    "Please check your format. Use: Name, name@kindling.example (one per line)",
    admin,
    "says what a line has to look like, and keeps what was typed",
  ],
  [
    "Failed to create",
    api.imports,
    "says 'Failed to create' of a row that the database refuses, 'Error occurred' of trouble, and goes on",
  ],
  [
    "Error occurred",
    api.imports,
    "says 'Failed to create' of a row that the database refuses, 'Error occurred' of trouble, and goes on",
  ],
  // Newsletter, fetch failures, the directory
  ["Thank you for subscribing to our newsletter", publicPages, "The newsletter box thanks, and sends nothing"],
  ["Please add the info address to your contacts", publicPages, "The newsletter box thanks, and sends nothing"],
  ["No members found", directory, "the failure is logged, the list is empty, and a button tries again"],
  ["Be the first to create your profile!", directory, "An empty directory asks for the first profile"],
  [
    "Admin Access",
    home,
    "A member's tabs stand in three columns, an admin's in four beside the badge with their e-mail",
  ],
  ["Status: Active", home, "The portfolio is three cards with logo, name, website and status"],
];
describe("Every message that members and admins are owed", () => expectShown(messages));

/** Every call to the database that the product is made of: the route that makes it, and the test that shows its effect. */
const calls: readonly (readonly [purpose: string, route: string, file: string, test: string])[] = [
  [
    "Directory: visible profiles, newest first",
    "GET /member-profiles",
    api.profiles,
    "shows a pending person visible profiles, newest first, page after page, each once",
  ],
  [
    "Own submission check",
    "GET /member-profile-submissions/me",
    api.submissions,
    "keeps the notes for the member, who finds them in their own submission",
  ],
  [
    "Submit profile",
    "POST /member-profile-submissions/me",
    api.submissions,
    "keeps a pending person's submission, with nulls for what was left empty, and leaves an audit row",
  ],
  [
    "Own profile; greeting name",
    "GET /member-profiles/me",
    api.profiles,
    "answers null before a profile was approved, and one's own hidden profile after",
  ],
  [
    "Save profile, visible",
    "PUT /member-profiles/me",
    api.profiles,
    "saves one's own profile, keeps it visible, stores empty as null, and leaves an audit row",
  ],
  [
    "Review list, newest first",
    "GET /member-profile-submissions",
    api.submissions,
    "shows an admin all submissions, newest first, or those of one status",
  ],
  [
    "Approve submission",
    "POST /member-profile-submissions/{id}/approve",
    api.submissions,
    "puts the profile into the directory, once, however often it is approved",
  ],
  [
    "Reject submission",
    "POST /member-profile-submissions/{id}/reject",
    api.submissions,
    "keeps the notes for the member, who finds them in their own submission",
  ],
  [
    "Membership requests, newest first",
    "GET /membership-requests",
    api.requests,
    "shows who asks, newest first, with those whose e-mail is not verified",
  ],
  [
    "Approve membership",
    "POST /membership-requests/{user_id}/approve",
    api.requests,
    "makes a person an approved member, says who decided, and tells them by mail",
  ],
  [
    "Reject membership",
    "POST /membership-requests/{user_id}/reject",
    api.requests,
    "closes the members area to the person at once",
  ],
  ["Role check", "GET /session", api.session, "gives a pending person no role, and an admin theirs"],
  [
    "List invitations, newest first",
    "GET /invitations",
    api.invitations,
    "shows an admin all invitations with their codes, newest first, page after page",
  ],
  [
    "Create invitation",
    "POST /invitations",
    api.invitations,
    "makes a code of ten characters that nobody mistakes, for thirty days, and leaves an audit row",
  ],
  ["Delete invitation", "DELETE /invitations/{id}", api.invitations, "deletes an unused one and leaves an audit row"],
  [
    "Invitation check by code and email",
    "POST /registrations",
    api.registrations,
    "answers the same to a wrong code, somebody else's code and an expired one",
  ],
  [
    "Mark invitation used",
    "POST /registrations",
    api.registrations,
    "makes account, membership request, used invitation, verification mail and audit row together",
  ],
  [
    "Marking as used may fail",
    "POST /registrations",
    api.registrations,
    "succeeds when only the marking as used fails, and makes no second account by that code",
  ],
  [
    "Import duplicate checks",
    "POST /member-imports",
    api.imports,
    "answers for each line, counts the valid ones, and skips whom the club knows",
  ],
  [
    "Import insert",
    "POST /member-imports",
    api.imports,
    "creates exactly one member, one invitation and one mail each when one list is imported twice at once",
  ],
  [
    "Stored files: at most 100 from the first, by name",
    "GET /pictures",
    api.pictures,
    "lists at most 100 from the first, by name ascending, with owner and sizes, and other pages and orders",
  ],
];
describe("Every call that the product is made of", () => {
  it.each(calls)("%s is %s", (_purpose, route, file) => {
    expect(readFileSync(file, "utf8")).toContain(`"${route}"`);
  });
  expectShown(calls.map(([, route, file, test]) => [route, file, test]));
});

/** Words of /setup, which the first admin's link opens. */
export const setupMessages = {
  title: "Set up your club",
  step: (number: number, label: string) => `Step ${number} of 3: ${label}`,
  steps: ["Your account", "Your club", "Emails and next steps"],
  loading: "Loading the setup",
  required: "Please fill this in",
  signIn: "Sign in",
  madeFor: (email: string) => `This link was made for ${email} and works once.`,
  alreadyRegistered: "Already registered?",
  finishFailed: "The club was not set up",
  skipping: "Skipping...",
  closed: "The club is set up already, or another admin is doing it.",
  mails: "Emails",
  next: "What comes next",
  toMembers: "Go to the members area",
} as const;

export const defaultRegulation = (operator: string): string =>
  `${operator} is not authorised or regulated by the Financial Conduct Authority.`;

/** Screens of admins, which no public page has to carry. */
export const adminPaths = {
  today: "/members?tab=admin&view=today",
  enquiries: "/members?tab=admin&view=enquiries",
  deals: "/members?tab=admin&view=deals",
  deal: (id: string) => `/members?tab=admin&view=deals&deal=${id}`,
  /** A section of its page. */
  dealPart: (id: string, part: string) => `/members?tab=admin&view=deals&deal=${id}#${part}`,
  companies: "/members?tab=admin&view=companies",
  company: (id: string) => `/members?tab=admin&view=companies&company=${id}`,
  /** What they told, or did not. */
  companyUpdates: "/members?tab=admin&view=companies#updates",
  money: "/members?tab=admin&view=money",
  people: "/members?tab=admin&view=people",
  exit: (id: string) => `/members?tab=admin&view=companies&exit=${id}`,
  /** Places, answers and the list for the door, of each event. */
  eventPlaces: "/members?tab=events&view=places",
  addEvent: "/members?tab=admin&view=content&write=event",
  /** Of a company, in the portfolio that members and visitors see. */
  addCard: "/members?tab=admin&view=content&write=company",
  messages: "/members?tab=admin&view=messages",
  message: (id: string) => `/members?tab=admin&view=messages&message=${id}`,
  newNewsletter: "/members?tab=admin&view=messages&message=new&kind=newsletter",
  introductionReports: "/members?tab=admin&view=reports",
  invitations: "/members?tab=admin&view=invitations",
  reviewProfiles: "/members?tab=directory&view=review&status=pending",
  dataRequests: "/members?tab=admin&view=data",
  statementRegister: "/members?tab=admin&view=statements",
  statementForms: "/members?tab=admin&view=statement-forms",
  membershipRequests: "/members?tab=admin&view=requests",
  /** Where somebody is proposed as an admin, and the role is ended. */
  admins: "/members?tab=admin&view=people#admins",
  content: "/members?tab=admin&view=content",
  stopDeals: "/members?tab=admin&view=stop",
  system: "/members?tab=admin&view=system",
  apiKeys: "/members?tab=admin&view=keys",
  webhooks: "/members?tab=admin&view=keys#webhooks",
  contentItem: (id: string) => `/members?tab=admin&view=content&item=${id}`,
} as const;

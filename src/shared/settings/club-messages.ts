export const investmentMessages = {
  whatItDoes: "What it does",
  deal: "The deal",
  sector: "Sector",
  stage: "Stage",
  round: "Round",
  instrument: "Instrument",
  taxRelief: "SEIS or EIS",
  investedOn: "The club invested",
  reason: "Why the club invested",
  updates: "Updates",
  documents: "Documents",
  toCome: "To come",
  risk: "Risk",
} as const;

export const eventMessages = {
  addToCalendar: "Add to calendar",
  londonTime: "London time",
  yourTime: "Your time",
} as const;

/** "Saltmarsh Robotics, second round", where a company has several. @param round null where it has one. */
export const companyInRound = (company: string, round: string | null): string =>
  round ? `${company}, ${round.replace(/^\p{Lu}(?=\p{Ll}+ round$)/u, (letter) => letter.toLowerCase())}` : company;

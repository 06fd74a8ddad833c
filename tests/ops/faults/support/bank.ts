export interface BankLine {
  /** "2026-11-23". */
  day: string;
  payer: string;
  reference: string;
  pence: number;
}

export interface Bank {
  /** So far, oldest first. */
  lines(): readonly BankLine[];
  isQuiet(): boolean;
  /** The next payments of members arrive. */
  arrive(count: number): void;
  /** Once, however often it is told. */
  send(payment: { id: string; payee: string; amount_pence: number }): void;
  /** As Starling writes it, from the beginning of a day that somebody who knows so many lines has begun. */
  file(known: number): { text: string; until: number };
}

/** An account: whatever it has once said, it says again. */
export function openBank(expected: readonly BankLine[]): Bank {
  const lines: BankLine[] = [];
  const waiting = [...expected];
  const sent = new Set<string>();
  return {
    lines: () => lines,
    isQuiet: () => waiting.length === 0,
    arrive: (count) => lines.push(...waiting.splice(0, count)),
    send: ({ id, payee, amount_pence }) => {
      if (sent.has(id)) return;
      sent.add(id);
      const day = lines.at(-1)?.day ?? "";
      lines.push({ day, payer: payee, reference: "KINDLING", pence: -amount_pence });
    },
    file: (known) => {
      const day = lines[Math.floor(Math.random() * Math.min(known + 1, lines.length))]?.day;
      const first = lines.findIndex((line) => line.day === day);
      let balance = sumOf(lines.slice(0, first));
      const rows = lines.slice(first).map(({ day, payer, reference, pence }) => {
        balance += pence;
        return [day.split("-").reverse().join("/"), payer, reference, "FASTER PAYMENT", pounds(pence), pounds(balance)];
      });
      const header = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)";
      return { text: `${[header, ...rows.map((row) => row.join(","))].join("\n")}\n`, until: lines.length };
    },
  };
}

const pounds = (pence: number): string => (pence / 100).toFixed(2);
export const sumOf = (lines: readonly BankLine[]): number => lines.reduce((sum, { pence }) => sum + pence, 0);

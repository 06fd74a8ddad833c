import { formatPence, formatPrice } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { splitNames } from "#shared/portfolio/portfolio-messages.ts";
import { valueChartMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { signedPence } from "./portfolio-words.ts";

type Event = Portfolio["events"][number];

export interface EventLine {
  text: string;
  isBold: boolean;
}

/** The steps, ending today. */
export function stepsTo({ steps, as_of }: Portfolio): Portfolio["steps"] {
  const last = steps.at(-1);
  return !last || last.day === as_of ? steps : [...steps, { ...last, day: as_of }];
}

/** In one line, with what a price is counted in. */
export function eventWords(event: Event, portfolio: Pick<Portfolio, "companies">): string {
  const words = eventLines(event, portfolio)[0]?.text ?? "";
  const { price_now, splits } = event;
  return price_now === null ? words : `${words} (${formatPrice(price_now)} after ${splitNames(splits)})`;
}

/** What happened, and with which amount. */
export function eventLines(event: Event, { companies }: Pick<Portfolio, "companies">): EventLine[] {
  const { kind, name, day, pence, price, price_before, price_now } = event;
  const bold = (text: string) => ({ text, isBold: true });
  const plain = (text: string) => ({ text, isBold: false });
  const amount = pence === null ? longDate(day) : `${longDate(day)}, ${signedPence(pence)}`;
  switch (kind) {
    case "paid":
      return [plain(`${name}, ${formatPence(pence ?? 0)}`)];
    case "priced": {
      const shown = companies.find(({ company_id }) => company_id === event.company_id)?.price;
      const isOthers = shown?.as_of === day && shown.basis === "last_round";
      const words = isOthers ? messages.othersPay : messages.priced;
      const before = price_before === null ? longDate(day) : `${longDate(day)}, ${formatPrice(price_before)} before`;
      const now = price_now === null ? [] : [plain(`${formatPrice(price_now)} after the split`)];
      return [bold(words(name, formatPrice(price ?? "0"))), plain(before), ...now];
    }
    case "written_off":
      return [bold(`${name} written off`), plain(amount)];
    case "sold":
      return [bold(`${name} sold`), plain(amount)];
    default:
      return [bold(`${name}: paid out`), plain(amount)];
  }
}

/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const paymentMessages = {
  holdText: (hours: number) => `Gives you ${hours} hours more, once. Banks may hold a payment that they want to check.`,
  held: "Your bank is holding your payment.",
  takeFewer: (shares: string) => `Take ${shares} shares`,
  refund: "Have everything back",
  surplus: (amount: string) => `${amount} came too much and is sent back to you.`,
  unbooked: (amount: string) => `${amount} has come to the bank. An admin looks at it; it counts once it is booked.`,
  refundDue: (amount: string) => `${amount} of yours is on the deal’s account, and is sent back to you.`,
} as const;

export const ownPaperMessages = {
  relief: (scheme: string) => `${scheme}3, for your tax return`,
  making: "It is being made, and is here in a moment.",
} as const;

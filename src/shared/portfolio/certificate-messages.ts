/** Of a certificate that is late: the first screen says it too, and loads no other words of the portfolio. */
export const certificateMessages = {
  late: "Late",
  certificate: (company: string, scheme: string) =>
    `${company}: ${scheme && `${scheme}3 `}certificate for your tax return`,
  certificateNote: (day: string) =>
    `It usually comes within six months of the shares. Claim by ${day}, with it in hand`,
} as const;

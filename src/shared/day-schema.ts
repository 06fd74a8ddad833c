import { z } from "zod";

/** A day such as 2027-03-31, of a year that PostgreSQL reads. @param message for what is none; without it Zod's own. */
export const daySchema = (message?: string) => z.iso.date(message).regex(/^[12]/, message);

import type { ClubTable } from "./backup-format.ts";
import { waitingJobs } from "./waiting-jobs.ts";

export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

export const sizeOf = (bytes: number) =>
  bytes < 1e6 ? countOf(Math.ceil(bytes / 1e3), "kB", "kB") : countOf(Math.ceil(bytes / 1e6), "MB", "MB");

/** @param began as `performance.now()` gave it. */
export const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** How much a backup holds: its tables, their rows, and the jobs that wait. */
export function summarise(tables: readonly ClubTable[], counts: readonly number[]): string {
  const isQueue = ({ schema }: ClubTable) => schema === waitingJobs.schema;
  const sumOf = (wanted: boolean) =>
    tables.reduce((sum, table, index) => sum + (isQueue(table) === wanted ? (counts[index] ?? 0) : 0), 0);
  const own = tables.filter((table) => !isQueue(table)).length;
  const jobs = countOf(sumOf(true), "mail or other job that waits", "mails or other jobs that wait");
  return `${countOf(own, "table")}, ${countOf(sumOf(false), "row")}, ${jobs}`;
}

import { fork } from "node:child_process";
import { once } from "node:events";
import type { Club, Order } from "./save-texts.ts";

export interface Saver {
  saveTimes(times: number): Promise<void>;
  /** Twenty times a second while the work takes. */
  savingWhile<Result>(
    isPublishing: boolean,
    work: () => Promise<Result>,
  ): Promise<{ result: Result; savesPerSecond: number }>;
}

/** An admin's program that saves the club's texts in turns. @throws when a save fails. */
export async function withSaver<Result>(club: Club, work: (saver: Saver) => Promise<Result>): Promise<Result> {
  const saver = fork(new URL("save-texts.ts", import.meta.url));
  const failed = once(saver, "exit").then(() => {
    throw new Error("A save failed.");
  });
  failed.catch(() => {});
  const send = (order: Order) => saver.send(order);
  const answered = () => Promise.race([once(saver, "message").then(([count]) => count as number), failed]);
  const ask = (order: Order) => {
    const answer = answered();
    send(order);
    return answer;
  };
  try {
    await ask({ club });
    return await work({
      saveTimes: async (times) => void (await ask({ times })),
      savingWhile: async (isPublishing, during) => {
        const began = performance.now();
        const saved = ask({ isPublishing });
        const result = await Promise.race([during(), failed]);
        const seconds = (performance.now() - began) / 1000;
        send("stop");
        return { result, savesPerSecond: (await saved) / seconds };
      },
    });
  } finally {
    saver.kill();
  }
}

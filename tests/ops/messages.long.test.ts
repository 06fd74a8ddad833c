import { it } from "vitest";
import { sendMessagesThroughKills } from "./support/message-kills.ts";
import { prepareStage } from "./support/stage.ts";

const stage = prepareStage();
const members = Number(process.env.MESSAGE_MEMBERS ?? 12_000);
const kills = Number(process.env.MESSAGE_KILLS ?? 40);

it(`Of ${members} members each gets a message once or is named as not known, though processes are killed ${kills} times`, async () => {
  await sendMessagesThroughKills(stage, { members, kills, processes: 3 });
}, 3_600_000);

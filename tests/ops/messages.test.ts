import { it } from "vitest";
import { sendMessagesThroughKills } from "./support/message-kills.ts";
import { prepareStage } from "./support/stage.ts";

const stage = prepareStage();

it("Of 600 members each gets a message once or is named as not known, though processes are killed three times", async () => {
  await sendMessagesThroughKills(stage, { members: 600, kills: 3, processes: 2 });
}, 600_000);

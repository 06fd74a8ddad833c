import { Webhook as Verifier } from "standardwebhooks";
import { expect, it } from "vitest";
import { openWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { sampleClubFolder, spawn } = prepareStage();
const arrivesWithin = { timeout: 60_000, interval: 100 };

it("A club killed between a change and its delivery delivers once it runs again, signed for its receiver", async () => {
  const receiver = await openWebhookReceiver();
  const settings = { DATA_DIR: sampleClubFolder(), WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" };
  const club = spawn(settings);
  const url = await club.url();
  const cookie = await signInAsAdmin(url);
  const webhook = { name: "Bookkeeping", url: receiver.url, events: ["membership.approved"] };
  const { status, body } = await call(url, "POST /api/webhooks", webhook, cookie);
  expect(status).toBe(201);
  const pending = (await call(url, "GET /api/membership-requests?status=pending", undefined, cookie)).body.items;
  // Down until the process is gone: an attempt that was quicker than the kill fails, and is made again.
  receiver.answerWith({ status: 503 });
  const { user_id } = pending[0];
  expect((await call(url, `POST /api/membership-requests/${user_id}/approve`, undefined, cookie)).status).toBe(200);
  club.process.kill("SIGKILL");
  expect(await club.ended).toBe("SIGKILL");
  receiver.received.length = 0;
  receiver.answerWith({ status: 204 });

  await spawn(settings).url();
  await expect.poll(() => receiver.received.length, arrivesWithin).toBe(1);
  const [{ headers, body: text } = { headers: {}, body: "" }] = receiver.received;
  expect(new Verifier(body.secret).verify(text, headers as Record<string, string>)).toMatchObject({
    type: "membership.approved",
    data: { user_id },
  });
  await receiver.close();
}, 150_000);

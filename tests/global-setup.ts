import type { TestProject } from "vitest/node";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { installTool } from "./support/install-tool.ts";
import { compareAtEnd } from "./support/produced-effects.ts";
import { createTestCluster } from "./support/test-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseOwner: DatabaseEndpoint;
  }
}

export default async function setUp(project: TestProject) {
  installTool("readers");
  const cluster = await createTestCluster();
  project.provide("databaseOwner", cluster.owner);
  const compareEffects = compareAtEnd(project);
  return async () => {
    await cluster.stop();
    await compareEffects();
  };
}

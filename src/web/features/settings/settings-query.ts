import { queryOptions } from "@tanstack/react-query";
import type { Setting, SettingKey, SettingRevision } from "#shared/settings/settings.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const settingQuery = (key: SettingKey) =>
  queryOptions({
    queryKey: queryKeys.setting(key),
    queryFn: ({ signal }) => callApi<Setting>("GET", `/settings/${key}`, undefined, signal),
  });

export const settingRevisionsQuery = (key: SettingKey) =>
  queryOptions({
    queryKey: queryKeys.settingRevisions(key),
    queryFn: ({ signal }) =>
      callApi<{ items: SettingRevision[] }>("GET", `/settings/${key}/revisions`, undefined, signal),
  });

export const saveSetting = (key: SettingKey, value: unknown, expected_revision: number) =>
  callApi<Setting>("PUT", `/settings/${key}`, { value, expected_revision });

const moment = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00:00"/g;

/** PostgreSQL writes moments in JSON as `+00:00`, JavaScript as `Z`, and the API has one format. */
export const withUtcMoments = (json: string): string =>
  json.includes('+00:00"') ? json.replace(moment, '"$1Z"') : json;

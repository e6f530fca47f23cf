import { counter, histogram } from './metrics.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Labelled by the declared route, never by the URL: ids in labels would create a series per record. */
export const requests = counter('lobby_requests_total', 'Requests answered, by method, route and status.');
export const requestSeconds = histogram(
  'lobby_request_seconds',
  'Time to answer a request, by method and route.',
  SECONDS,
);
export const refused = counter('lobby_limited_total', 'Requests refused with 429, by the limit they met.');
export const events = counter('lobby_events_total', 'Events read from the feed.');
export const eventLag = histogram('lobby_event_lag_seconds', 'From a change to its event in this server.', SECONDS);
export const jobRuns = counter('lobby_job_runs_total', 'Turns of repeated jobs in this server, by job and result.');
export const jobSeconds = histogram(
  'lobby_job_seconds',
  'Time of a turn of a repeated job.',
  [0.01, 0.1, 1, 10, 60, 600],
);
export const pushesSent = counter('lobby_pushes_total', 'Pushes handed over to push services, by result.');
export const pushSeconds = histogram(
  'lobby_push_seconds',
  'From what is told to its hand-over to a push service.',
  SECONDS,
);
export const slowQueries = counter('lobby_slow_queries_total', 'Queries that were ended because they took too long.');

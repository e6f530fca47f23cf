import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const page = async (url = server.url, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers });

/** The value of a sample by its name and labels. */
const sampleIn = (text: string, sample: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${sample} `))
      ?.split(' ')[1] ?? 0,
  );

it('counts requests by route and status, and says how the server is', async () => {
  const before = await (await page()).text();
  const live = await listen(server.url, site.ben.token);
  await live.ask('subscribe', { projectId: site.id, modules: [ticket.code] });
  const { id } = await desk.open();
  await live.hear(one => one.entityId === id);
  await desk.act(id, 'approve');
  await desk.act(id, 'approve');
  await site.ann.post('/page-views', { screen: 'help-desk' });
  const answer = await page();
  expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  // Other files of tests may have asked the same of this process before.
  const grown = (sample: string) => sampleIn(text, sample) - sampleIn(before, sample);
  const route = `method="PUT",route="${ticket.path}/:id/approve"`;
  expect(grown(`lobby_requests_total{${route},status="200"}`)).toBe(1);
  expect(grown(`lobby_requests_total{${route},status="409"}`)).toBe(1);
  expect(grown(`lobby_request_seconds_count{${route}}`)).toBe(2);
  expect(grown(`lobby_request_seconds_bucket{${route},le="+Inf"}`)).toBe(2);
  expect(sampleIn(text, 'lobby_sockets')).toBe(1);
  // The person, the session and the module.
  expect(sampleIn(text, 'lobby_rooms')).toBe(3);
  expect(sampleIn(text, 'lobby_ready')).toBe(1);
  expect(grown('lobby_page_views{screen="help-desk"}')).toBe(1);
  expect(sampleIn(text, 'lobby_events_total')).toBeGreaterThan(0);
  expect(sampleIn(text, 'lobby_event_lag_seconds_count')).toBeGreaterThan(0);
  expect(sampleIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(text).toContain('lobby_event_loop_delay_seconds{quantile="0.99"}');
  // No id of a record and no name of a person: a series per record would be without end.
  expect(text).not.toContain(id);
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [\d.e+-]+)$/);
});

it('is read by this machine, or by token, and is not there for anybody else', async () => {
  const token = 'a-token-of-sixteen-or-more';
  const { url } = await startAlone(server, 'info', { METRICS_TOKEN: token, JOBS: '1' });
  const far = { 'X-Forwarded-For': '203.0.113.9' };
  expect((await page(url)).status).toBe(200);
  for (const headers of [far, { ...far, Authorization: 'Bearer wrong' }, { Forwarded: 'for=203.0.113.9' }])
    expect((await page(url, headers as Record<string, string>)).status).toBe(404);
  expect((await page(url, { ...far, Authorization: `Bearer ${token}` })).status).toBe(200);
  // Without a token nobody can guess one.
  expect((await page(server.url, { ...far, Authorization: 'Bearer undefined' })).status).toBe(404);
  expect(await until(async () => (await (await page(url)).text()).includes('lobby_rooms'))).toBe(true);
});

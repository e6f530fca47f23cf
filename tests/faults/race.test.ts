import { expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben } = site;
const PAIRS = 200;
const LONG = { timeout: 60_000 };

/** Does something with each, some at a time. */
async function inTurns<T>(list: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const turn = async () => {
    for (let one = left.pop(); one; one = left.pop()) await run(one);
  };
  await Promise.all(Array.from({ length: 8 }, turn));
}

const open = (count: number) => Promise.all(Array.from({ length: count }, () => desk.open()));

it(`two claim ${PAIRS} tickets: one of the two has each, the other learns who`, LONG, async () => {
  await inTurns(await open(PAIRS), async ({ id }) => {
    const tries = await Promise.all([ann, ben].map(who => desk.act(id, 'claim', {}, who)));
    const [won, lost] = tries[0]?.status === 200 ? tries : tries.toReversed();
    expect([won?.status, lost?.status, lost?.code]).toEqual([200, 409, 'STATUS_CHANGED']);
    const winner = won?.data.assigneeId === ann.id ? ann : ben;
    expect(lost?.error.data).toMatchObject({ by: { id: winner.id, name: winner.name }, status: 'WAITING_APPROVAL' });
    expect(lost?.error.message).toContain(winner.name);
    expect((await desk.entries(id)).filter(one => one.action === 'claim')).toHaveLength(1);
  });
});

it('two approve a hundred tickets: each is approved once', LONG, async () => {
  await inTurns(await open(100), async ({ id, version }) => {
    const tries = await Promise.all([ann, ben].map(who => desk.act(id, 'approve', { version }, who)));
    expect(tries.map(one => one.status).toSorted()).toEqual([200, 409]);
    const lost = tries.find(one => one.status === 409);
    const { id: by, name } = tries[0]?.status === 200 ? ann : ben;
    expect([lost?.code, lost?.error.data]).toEqual([
      'STATUS_CHANGED',
      { status: 'APPROVED', version: 2, by: { id: by, name }, at: expect.any(String) },
    ]);
    expect((await desk.entries(id)).filter(one => one.action === 'approve')).toHaveLength(1);
  });
});

it('approve and reject at once: one of them', LONG, async () => {
  await inTurns(await open(50), async ({ id }) => {
    const tries = await Promise.all([desk.act(id, 'approve'), desk.act(id, 'reject', { reason: 'No' }, ben)]);
    expect(tries.map(one => one.status).toSorted()).toEqual([200, 409]);
    expect(tries.find(one => one.status === 409)?.code).toBe('STATUS_NOT_ALLOWED');
  });
});

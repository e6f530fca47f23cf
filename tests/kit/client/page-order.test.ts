import { ticket } from '@lobby/shared/modules/ticket.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { counting } from '../../../client/kit/list/counts.ts';
import { type List, openList } from '../../../client/kit/list/list.ts';
import { pageLoader } from '../../../client/kit/list/page-loader.ts';
import { WINDOW } from '../../../client/kit/list/pages.ts';
import { badgesAtom, loadBadges, needBadges } from '../../../client/kit/live/badges.ts';
import { WAIT } from '../../setup/time/limit.ts';
import { type HeldRequest, holdAnswers } from './held-answers.ts';
import { pass, scope } from './world.ts';

let held: HeldRequest[] = [];
beforeEach(() => {
  held = holdAnswers();
});

const page = (...ids: string[]) => ids.map(id => ({ id, version: 1, createdAt: id }));
/** Waits for a request and responds to it. */
const answer = async (index: number, data: unknown, total?: number) => {
  const one = await vi.waitFor(() => held[index] ?? Promise.reject(new Error(`request ${index} was not made`)), WAIT);
  one.answer(data, total);
};
const loader = () => pageLoader(ticket, scope, {}, () => {});

describe('pages in the wrong order', () => {
  it('requests the older page anew when a newer one has some of its rows', async () => {
    const pages = loader();
    const older = pages.ask({ start: 0, page: 1 }, {}, '-createdAt');
    const newer = pages.ask({ start: WINDOW - 3, page: 2 }, {}, '-createdAt');
    await answer(1, page('b'), 201);
    expect(await newer).toMatchObject({ data: page('b'), total: 201 });
    await answer(0, page('old'), 200);
    await answer(2, page('a'), 201);
    expect(await older).toMatchObject({ data: page('a'), total: 201 });
    expect(pages.underway()).toEqual([]);
  });

  it('requests the same rows anew', async () => {
    const pages = loader();
    const older = pages.ask({ start: 0, page: 1 }, {}, '-createdAt');
    const newer = pages.ask({ start: 0, page: 1 }, {}, '-createdAt', true);
    expect(pages.underway()).toEqual([0, 0]);
    await answer(1, page('new'));
    expect(await newer).toMatchObject({ data: page('new') });
    await answer(0, page('old'));
    await answer(2, page('new'));
    expect(await older).toMatchObject({ data: page('new') });
  });

  it('keeps an older page of other rows, but not its total', async () => {
    const pages = loader();
    const older = pages.ask({ start: 0, page: 1 }, {}, '-createdAt');
    const newer = pages.ask({ start: 5 * WINDOW, page: 6 }, {}, '-createdAt');
    await answer(1, page('b'), 601);
    await newer;
    await answer(0, page('a'), 600);
    const read = await older;
    expect([read?.data, read?.total, held.length]).toEqual([page('a'), undefined, 2]);
  });

  it('drops pages of the query before', async () => {
    const pages = loader();
    const older = pages.ask({ start: 0, page: 1 }, {}, '-createdAt');
    pages.restart();
    await answer(0, page('old'));
    expect(await older).toBeNull();
  });
});

describe('counts in the wrong order', () => {
  it('show the one requested last', async () => {
    const totals: number[] = [];
    const counts = counting(ticket, scope, total => totals.push(total));
    counts.of({}, {});
    counts.of({ status: { in: ['APPROVED'] } }, {});
    await answer(1, { total: 2, tabs: {}, marks: {} });
    await vi.waitFor(() => expect(store.get(counts.counts)?.total).toBe(2), WAIT);
    await answer(0, { total: 1, tabs: {}, marks: {} });
    await new Promise(resolve => setTimeout(resolve, 20));
    expect([store.get(counts.counts)?.total, totals]).toEqual([2, [2]]);
    counts.stop();
  });

  it('are not those of another question while that has no answer, and are asked for again', async () => {
    const counts = counting(ticket, scope, () => {});
    counts.of({ status: { in: ['APPROVED'] } }, {});
    await answer(0, { total: 0, tabs: {}, marks: { overdue: 0 } });
    await vi.waitFor(() => expect(store.get(counts.counts)?.marks).toEqual({ overdue: 0 }), WAIT);
    vi.useFakeTimers();
    counts.now();
    held[1]?.refuse(503);
    await pass(0);
    // For the same query the known counts stay.
    expect(store.get(counts.counts)?.marks).toEqual({ overdue: 0 });
    counts.of({}, {});
    held.at(-1)?.refuse(503);
    await pass(0);
    expect(store.get(counts.counts)).toBeNull();
    const made = held.length;
    await pass(3100);
    expect(held.length).toBeGreaterThan(made);
    vi.useRealTimers();
    await answer(held.length - 1, { total: 7, tabs: {}, marks: { overdue: 7 } });
    await vi.waitFor(() => expect(store.get(counts.counts)?.marks).toEqual({ overdue: 7 }), WAIT);
    counts.stop();
  });
});

describe('badges in the wrong order', () => {
  it('show those requested last', async () => {
    const loads = [loadBadges('p1'), loadBadges('p1')];
    await answer(1, { HELP_DESK: 2 });
    await loads[1];
    await answer(0, { HELP_DESK: 1 });
    await loads[0];
    expect(store.get(badgesAtom('p1'))).toEqual({ HELP_DESK: 2 });
  });

  it('are read once for all who need them while the page connects, and without a connection soon', async () => {
    vi.useFakeTimers();
    void needBadges('p2');
    void needBadges('p2');
    await pass(500);
    expect(held).toHaveLength(0);
    await pass(600);
    expect(held).toHaveLength(1);
    vi.useRealTimers();
  });
});

describe('a list', () => {
  it('shows the total and the rows of the newest page', async () => {
    vi.useFakeTimers();
    const list: List = openList(ticket, scope, { filter: {} });
    try {
      const next = async (match: string, data: unknown, total: number) => {
        await pass(50);
        const index = held.findIndex(one => (one.query.get('page') ?? one.path) === match);
        const [one] = held.splice(index, 1);
        one?.answer(data, total);
        await pass(50);
      };
      const ids = (from: number) => page(...Array.from({ length: WINDOW }, (_, n) => String(9000 - from - n)));
      await next('1', ids(0), 1000);
      list.show(500, 520);
      await pass(200);
      await next('5', ids(400), 1001);
      await next('6', ids(500), 1000);
      expect(store.get(list.view)).toMatchObject({ total: 1001 });
      expect(store.get(list.view).ids).toHaveLength(1001);
    } finally {
      list.close();
      vi.useRealTimers();
    }
  });
});

import { Refusal } from '@lobby/server/kit/base/errors.ts';
import { advanceRun } from '@lobby/server/kit/jobs/advance-run.ts';
import { attemptEach } from '@lobby/server/kit/jobs/attempt-each.ts';
import { VersionConflict } from '@lobby/server/kit/store/save.ts';
import { MongoNetworkError } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';

describe('work for each of many', () => {
  it('goes on after a refusal, a conflict and a fault, and fails at the end for the fault alone', async () => {
    const seen: string[] = [];
    const work = async (what: string) => {
      seen.push(what);
      if (what === 'refused') throw new Refusal('NOT_FOUND');
      if (what === 'quicker') throw new VersionConflict();
      if (what === 'broken') throw new Error('bad record');
      return true;
    };
    await expect(attemptEach(['refused', 'broken', 'quicker', 'whole'], work)).rejects.toThrow(/1 failed.*bad record/);
    expect(seen).toEqual(['refused', 'broken', 'quicker', 'whole']);
    expect(await attemptEach(['refused', 'quicker', 'whole'], work)).toBe(1);
  });

  it('names each fault once, however deep it stands, and gives further steps their turn', async () => {
    const last = vi.fn(async () => 1);
    const broken = () =>
      attemptEach([1, 2, 3], async n => {
        if (n < 3) throw new Error(`bad ${n}`);
      });
    const all = attemptEach([broken, last], step => step());
    await expect(all).rejects.toMatchObject({ errors: [{ message: 'bad 1' }, { message: 'bad 2' }] });
    expect(last).toHaveBeenCalledOnce();
  });

  it('adds the numbers that are answered, and counts other answers as one and none as nothing', async () => {
    const answers: unknown[] = [3, true, {}, 'done', false, null, undefined, 0];
    expect(await attemptEach(answers, async one => one)).toBe(6);
  });

  it('ends where the database does not answer', async () => {
    const work = vi.fn(() => Promise.reject(new MongoNetworkError('gone')));
    await expect(attemptEach([1, 2], work)).rejects.toThrow('gone');
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('a run', () => {
  /** A run over some numbers, two at a time. */
  function runOf(_id: string, all: readonly number[]) {
    const run = { _id, done: 0 };
    const finished = vi.fn(async () => {});
    const parts = {
      load: async () => ({ ...run }),
      loadNext: async ({ done }: typeof run) => all.slice(done, done + 2),
      async process(_run: typeof run, chunk: readonly number[]) {
        run.done += chunk.length;
      },
      finish: finished,
    };
    return { parts, run, finished };
  }

  it('goes on chunk by chunk to its end', async () => {
    const { parts, run, finished } = runOf('a', [1, 2, 3, 4, 5]);
    expect(await advanceRun(parts)).toBe(3);
    expect(run.done).toBe(5);
    expect(finished).toHaveBeenCalledOnce();
  });

  it('that is over meanwhile ends its turn', async () => {
    const { parts, finished } = runOf('a', [1, 2, 3]);
    let loads = 0;
    const load = async () => (loads++ === 0 ? parts.load() : null);
    expect(await advanceRun({ ...parts, load })).toBe(1);
    expect(finished).not.toHaveBeenCalled();
  });

  it('is loaded again after a conflict, as often as it goes on', async () => {
    const all = Array.from({ length: 60 }, (_, n) => n);
    const { parts, run } = runOf('a', all);
    let calls = 0;
    const process = async (own: typeof run, chunk: readonly number[]) => {
      if (calls++ % 2 === 0) throw new VersionConflict();
      await parts.process(own, chunk);
    };
    expect(await advanceRun({ ...parts, process })).toBe(30);
  });

  it('that is always refused ends its turn within the limit, and the next one goes on', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const stuck = runOf('stuck', [1, 2]);
    const next = runOf('next', [1, 2]);
    const process = vi.fn(() => Promise.reject(new Refusal('MONTH_LOCKED')));
    const runs = [{ ...stuck.parts, process }, next.parts];
    expect(await attemptEach(runs, run => advanceRun(run))).toBe(1);
    expect(process).toHaveBeenCalledTimes(20);
    expect([stuck.run.done, next.run.done]).toEqual([0, 2]);
    // The next job tries it again.
    await expect(advanceRun({ ...stuck.parts, process })).rejects.toMatchObject({ code: 'MONTH_LOCKED' });
    expect(process).toHaveBeenCalledTimes(40);
    random.mockRestore();
  });

  it('with a fault ends its turn at once', async () => {
    const process = vi.fn(() => Promise.reject(new Error('broken')));
    await expect(advanceRun({ ...runOf('a', [1]).parts, process })).rejects.toThrow('broken');
    expect(process).toHaveBeenCalledOnce();
  });
});

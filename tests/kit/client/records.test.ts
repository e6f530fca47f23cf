import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEvents, lastOfEach, type RecordEvent, rememberIds } from '../../../client/kit/records/events.ts';
import { mergeRecord } from '../../../client/kit/records/merge-record.ts';
import {
  applyRows,
  entryOf,
  forgetRecords,
  holdRecords,
  releaseRecords,
  rowOf,
  turnNow,
} from '../../../client/kit/records/records.ts';

const row = (version: number, more: Record<string, unknown> = {}) => ({ id: 'a', version, ...more });
const event = { kind: 'event' } as const;
const known = mergeRecord(null, row(3, { status: 'A', n: 1 }), event, 5);
if (!known) throw new Error('a first row is taken');
const detailed = mergeRecord(
  known,
  row(3, { status: 'A', n: 1, content: 'long' }),
  { kind: 'answer', turn: 5, detail: true },
  5,
);

describe('a record', () => {
  it.each([
    ['an older row is dropped', row(2, { status: 'B' }), event, null],
    ['an equal one from the stream is applied', row(3, { n: 2 }), event, { row: { n: 2 } }],
    ['an equal one that says the same is no change', row(3, { status: 'A', n: 1 }), event, null],
    ['an equal answer read before the last event is dropped', row(3, { n: 0 }), { kind: 'answer', turn: 4 }, null],
    ['an equal answer read after it is applied', row(3, { n: 2 }), { kind: 'answer', turn: 5 }, { row: { n: 2 } }],
    ['a newer one is applied', row(4, { status: 'B' }), event, { row: { status: 'B', version: 4 } }],
    ['a removal is applied', row(4), { kind: 'event', removed: true }, { removed: true }],
    [
      'a detail read late brings its own fields only',
      row(2, { n: 9, content: 'old' }),
      { kind: 'answer', turn: 0, detail: true },
      { row: { n: 1, content: 'old' }, detail: true, stale: true },
    ],
  ] as const)('%s', (_name, next, source, want) => {
    const result = mergeRecord(known, next, source, 6);
    if (want) expect(result).toMatchObject(want);
    else expect(result).toBeNull();
  });

  it('keeps the fields of its detail under a newer row, and says that they may be old', () => {
    const next = mergeRecord(detailed, row(4, { status: 'B' }), event, 6);
    expect(next).toMatchObject({ row: { status: 'B', content: 'long' }, detail: true, stale: true });
    expect(
      mergeRecord(next, row(4, { status: 'B', content: 'new' }), { kind: 'answer', turn: 6, detail: true }, 6),
    ).toMatchObject({ stale: false });
  });

  it('that was removed comes back only newer', () => {
    const gone = mergeRecord(known, row(4), { kind: 'event', removed: true }, 6);
    expect(mergeRecord(gone, row(4), event, 7)).toBeNull();
    expect(mergeRecord(gone, row(5), event, 7)).toMatchObject({ removed: false });
  });

  it('is forgotten when nobody needs it, after a while', () => {
    applyRows('t', [{ id: 'held', version: 1 }], event);
    holdRecords('t', ['held']);
    for (let n = 0; n < 3000; n++) applyRows('t', [{ id: `x${n}`, version: 1 }], event);
    expect(rowOf('t', 'held')).toBeDefined();
    expect(rowOf('t', 'x0')).toBeUndefined();
    releaseRecords('t', ['held']);
    for (let n = 0; n < 3000; n++) applyRows('t', [{ id: `y${n}`, version: 1 }], event);
    expect(rowOf('t', 'held')).toBeUndefined();
    forgetRecords();
  });
});

describe('a stream of events', () => {
  const write = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    kind: fc.constantFrom('create', 'update', 'message', 'remove'),
    n: fc.nat(99),
  });

  /** Events of a sequence of writes, and the final state of the records. */
  function told(writes: { id: string; kind: string; n: number }[]) {
    const state = new Map<string, { id: string; version: number; n: number; removed: boolean }>();
    const events = writes.map(({ id, kind, n }, at): RecordEvent => {
      const version = (state.get(id)?.version ?? 0) + (kind === 'message' && state.has(id) ? 0 : 1);
      state.set(id, { id, version, n, removed: kind === 'remove' });
      const data = { id, version, n };
      return {
        id: `e${at}`,
        cursor: '',
        at: '',
        projectId: 'p',
        module: 'M',
        entity: 's',
        entityId: id,
        action: kind,
        version,
        actor: null,
        data,
      };
    });
    return { state, events };
  }

  it('ends as the server’s records, whatever was repeated or came late, once the stretch was answered in order', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 40 }), fc.array(fc.nat(39)), (writes, mess) => {
        // Removed records get no further writes.
        const removed = new Set<string>();
        const lawful = writes.filter(({ id, kind }) => !removed.has(id) && (kind !== 'remove' || removed.add(id)));
        const { state, events } = told(lawful);
        const live = mess.flatMap(at => events[at] ?? []);
        applyEvents(live, () => true);
        applyEvents(lastOfEach(events), () => false);
        for (const [id, { removed: gone, ...want }] of state) {
          expect(entryOf('s', id)?.removed).toBe(gone);
          expect(entryOf('s', id)?.row).toMatchObject(want);
        }
        forgetRecords();
      }),
    );
  });

  it('is remembered to a limit', () => {
    const seen = rememberIds(3);
    expect(['a', 'b', 'a', 'c', 'd', 'a'].map(seen.isNew)).toEqual([true, true, false, true, true, true]);
  });

  it('moves the turn on, so that answers under way know themselves late', () => {
    const before = turnNow();
    applyRows('t', [{ id: 'z', version: 1 }], event);
    expect(turnNow()).toBe(before + 1);
    forgetRecords();
  });
});

import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { atom, type PrimitiveAtom } from 'jotai';
import { request, type Scope } from './api.ts';
import { both, isImpossible } from './matches.ts';
import { filterValues } from './query.ts';
import { store } from './store.ts';
import { later } from './timing.ts';

/** Counts as the server makes them; never changed here. */
export interface Counts {
  /** Rows under the whole filter. */
  total: number;
  /** Rows under each tab and the rest of the filter. */
  tabs: Record<string, number>;
  /** Rows under each mark and the filter. */
  marks: Record<string, number>;
}

export interface Counting {
  counts: PrimitiveAtom<Counts | null>;
  /** What to count; asks at once. */
  of: (filter: Filter, tab: Filter) => void;
  /** Somebody's act: after a pause. */
  soon: () => void;
  /** The reader's own act: at once, and again when what it set off has passed. */
  now: () => void;
  stop: () => void;
}

/** Keeps the counts of a list up to date; `tell` hears the total of each answer. */
export function counting(definition: Definition, scope: Scope, tell: (total: number) => void): Counting {
  const counts = atom<Counts | null>(null);
  let [filter, tab]: [Filter, Filter] = [{}, {}];
  let asked = 0;
  const ask = async () => {
    const mine = ++asked;
    const whole = both(tab, filter);
    const impossible = isImpossible(whole);
    const query = { filter: filterValues(impossible ? filter : whole) };
    const answer = await request<Counts>('GET', `${definition.path}/count-badges`, { ...scope, query }).catch(
      () => null,
    );
    if (mine !== asked) return;
    if (!answer) return retry.soon();
    const total = impossible ? 0 : answer.data.total;
    store.set(counts, { ...answer.data, total });
    tell(total);
  };
  const again = later(() => void ask(), 300, 2000);
  const retry = later(() => void ask(), 3000);
  return {
    counts,
    of(nextFilter, nextTab) {
      [filter, tab] = [nextFilter, nextTab];
      again.now();
    },
    soon: again.soon,
    now() {
      again.now();
      again.soon();
    },
    stop() {
      asked++;
      again.cancel();
      retry.cancel();
    },
  };
}

import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { atom, type PrimitiveAtom } from 'jotai';
import { both, isImpossible } from '../base/matches.ts';
import { store } from '../base/store.ts';
import { request, type Scope } from '../http/api.ts';
import { debounce } from '../http/debounce.ts';
import { filterValues } from '../http/query.ts';

/** Counts computed by the server, never by the client. */
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
  /** Sets the query of the counts and requests them at once. */
  of: (filter: Filter, tab: Filter) => void;
  /** Requests the counts after a pause: somebody else changed a row. */
  soon: () => void;
  /** Requests the counts at once and again after a pause: the reader changed a row. */
  now: () => void;
  stop: () => void;
}

/** Keeps the counts of a list up to date; calls `tell` with the total of each answer. */
export function counting(definition: Definition, scope: Scope, tell: (total: number) => void): Counting {
  const counts = atom<Counts | null>(null);
  let [filter, tab]: [Filter, Filter] = [{}, {}];
  let latest = 0;
  /** The query of the counts shown. */
  let answered = '';
  const ask = async () => {
    const mine = ++latest;
    const whole = both(tab, filter);
    const impossible = isImpossible(whole);
    const query = { filter: filterValues(impossible ? filter : whole) };
    const question = JSON.stringify(query);
    const answer = await request<Counts>('GET', `${definition.path}/count-badges`, { ...scope, query }).catch(
      () => null,
    );
    if (mine !== latest) return;
    if (!answer) {
      // Counts of another query would be mistaken for those of this one.
      if (question !== answered) store.set(counts, null);
      return retry.soon();
    }
    answered = question;
    const total = impossible ? 0 : answer.data.total;
    store.set(counts, { ...answer.data, total });
    tell(total);
  };
  const again = debounce(() => void ask(), 300, 2000);
  const retry = debounce(() => void ask(), 3000);
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
      latest++;
      again.cancel();
      retry.cancel();
    },
  };
}

import type { Row } from './matches.ts';
import type { Rows, Sequence } from './sequence.ts';

export interface Place {
  /** Shown index of the nearest loaded row before, -1 for none. */
  before: number;
  /** Shown index of the nearest loaded row after, the length for none. */
  after: number;
  /** Nothing unloaded lies between the two. */
  exact: boolean;
}

/** Where a row belongs by its order among the loaded rows; rows that are kept in place do not count, nor does the row itself. */
export function locate(sequence: Sequence, row: Row, { order, rowOf }: Rows): Place {
  const { ids, kept } = sequence;
  const rowAt = (index: number) => {
    const id = ids[index];
    return id && id !== row.id && !kept.has(id) ? rowOf(id) : undefined;
  };
  let [low, high, before, after] = [0, ids.length, -1, ids.length];
  // Most of a long list is not loaded: its end is not searched.
  while (high > 0 && ids[high - 1] === null) high--;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    let found = rowAt(at);
    while (!found && ++at < high) found = rowAt(at);
    if (!found) high = middle;
    else if (order(found, row) < 0) {
      before = at;
      low = at + 1;
    } else {
      after = at;
      high = middle;
    }
  }
  const hole = ids.indexOf(null, before + 1);
  return { before, after, exact: hole < 0 || hole >= after };
}

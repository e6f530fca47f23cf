import { nextAct, type Visit } from '../visits.ts';

/** Whether the next action approves or lets in a guest on the watch list. */
export function isWarnedOf(visit: Visit): boolean {
  const next = nextAct(visit);
  return visit.watched === true && next !== null && next.act !== 'complete';
}

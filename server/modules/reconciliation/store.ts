import type { Check, CheckState } from '@lobby/shared/modules/reconciliation.ts';
import { ANY_TEXT, type Collection, db } from '../../kit/database/database.ts';
import type { Result } from './checks.ts';

const DAY_SECONDS = 86_400;
/** Retention of results. */
const KEPT = 400 * DAY_SECONDS;

interface Person {
  id: string;
  name: string;
}

export interface Run {
  _id: string;
  projectId: string;
  /** Day of a nightly run, which runs once; null for other runs. */
  night: string | null;
  at: Date;
  by: Person;
  checks: readonly Check[];
  state: 'running' | 'done' | 'failed';
  /** End of the lease held by its server. */
  until: Date;
  durationMs: number | null;
  states: Partial<Record<Check, CheckState>>;
}

/** Result of a check in a run. */
export interface Kept extends Result {
  _id: string;
  projectId: string;
  run: string;
  at: Date;
}

/** State of a check: its last result, without the rows. */
export interface Standing extends Omit<Result, 'wrong'> {
  _id: string;
  projectId: string;
  run: string;
  at: Date;
  /** Time of the first failed result. */
  since: Date | null;
  toldOn: string | null;
  acknowledged: { by: Person; at: Date; reason: string } | null;
}

const runCollection: Collection = {
  name: 'reconciliation-runs',
  indexes: [
    { key: { at: 1 }, options: { expireAfterSeconds: KEPT } },
    { key: { projectId: 1, at: -1 } },
    { key: { projectId: 1 }, options: { unique: true, partialFilterExpression: { state: 'running' }, name: 'one' } },
    {
      key: { projectId: 1, night: 1 },
      options: { unique: true, partialFilterExpression: { night: ANY_TEXT } },
    },
  ],
};
const resultCollection: Collection = {
  name: 'reconciliation-results',
  indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: KEPT } }, { key: { projectId: 1, check: 1, at: -1 } }],
};
const standingCollection: Collection = { name: 'reconciliation-checks', indexes: [{ key: { projectId: 1 } }] };
export const reconciliationCollections = [runCollection, resultCollection, standingCollection];

export const runs = () => db().collection<Run>(runCollection.name);
export const results = () => db().collection<Kept>(resultCollection.name);
export const standings = () => db().collection<Standing>(standingCollection.name);
export const standingId = (projectId: string, check: Check) => `${projectId}:${check}`;

/** State of a check, by its last result. */
export function stateOf(standing: Pick<Standing, 'ok' | 'rowsSeen' | 'acknowledged'> | null): CheckState {
  if (!standing) return 'NOT_RUN';
  if (!standing.ok) return standing.acknowledged ? 'KNOWN' : 'RED';
  return standing.rowsSeen === 0 ? 'EMPTY' : 'GREEN';
}

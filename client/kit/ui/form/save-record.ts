import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { asksPast } from '@lobby/shared/kit/over.ts';
import type { Row } from '../../base/matches.ts';
import { ApiError, request, type Scope } from '../../http/api.ts';
import { randomId } from '../../http/ids.ts';
import { applyRows, turnNow } from '../../records/records.ts';
import { changedValues, meet, type Values } from './changes.ts';

/** One intent to create a record: it creates one record, however often it is sent. */
export interface Intent {
  key: string;
  /** Values sent without an answer, each of which may have arrived. */
  unanswered: Values[];
}

export function newIntent(): Intent {
  return { key: randomId(), unanswered: [] };
}

function keep(definition: Definition, row: Row, turn: number): Row {
  // A call that creates several records returns none of them.
  if (row.id) applyRows(definition.name, [row], { kind: 'answer', turn, detail: true });
  return row;
}

/** Query that confirms a past time; calls of modules that never ask for it refuse the query. */
const meaning = ({ fields }: Definition, isMeant: boolean) =>
  isMeant && asksPast(fields) ? { query: { over: 'meant' } } : {};

/**
 * Creates a record. After a missing answer it may be repeated, even with other values, and still creates only one. Throws
 * `ApiError`.
 */
export async function createRecord(
  definition: Definition,
  scope: Scope,
  values: Values,
  intent: Intent,
  isMeant = false,
): Promise<Row> {
  const turn = turnNow();
  const call = { ...scope, ...meaning(definition, isMeant), idempotencyKey: intent.key };
  const post = async (body: Values) => (await request<Row>('POST', definition.path, { ...call, body })).data;
  try {
    return keep(definition, await post(values), turn);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.passing) intent.unanswered.push(values);
    if (error.code !== 'IDEMPOTENCY_KEY_REUSED') throw error;
    for (const body of intent.unanswered) {
      const first = await post(body).catch(() => null);
      if (first) return saveRecord(definition, scope, { values, base: first, fields: definition.fields, isMeant });
    }
    throw error;
  }
}

/** Somebody else stored other values of the edited fields. */
export class Conflicting extends Error {
  readonly current: Row;
  readonly fields: string[];
  /** The edit as it would be stored. */
  readonly yours: Values;
  readonly agreed: number;

  constructor(current: Row, fields: string[], yours: Values, agreed: number) {
    super('DATA_STALE');
    this.current = current;
    this.fields = fields;
    this.yours = yours;
    this.agreed = agreed;
  }
}

interface Edit {
  /** Values of the form; those equal to `base` are not sent. */
  values: Values;
  /** The record when the edit began. */
  base: Row;
  fields: Fields;
  /** Confirms a past time. */
  isMeant?: boolean;
}

/**
 * Stores an edit and keeps concurrent changes of other fields. Throws `Conflicting` if both changed the same field,
 * otherwise `ApiError`.
 */
export async function saveRecord(definition: Definition, scope: Scope, edit: Edit): Promise<Row> {
  const { values, base, fields, isMeant = false } = edit;
  const yours = changedValues(values, base);
  if (Object.keys(yours).length === 0) return base;
  const path = `${definition.path}/${base.id}`;
  const turn = turnNow();
  try {
    const body = { ...yours, version: base.version };
    return keep(
      definition,
      (await request<Row>('PUT', path, { ...scope, ...meaning(definition, isMeant), body })).data,
      turn,
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'DATA_STALE') throw error;
    // The refusal contains the record too, but not its file details.
    const current = keep(definition, (await request<Row>('GET', path, scope)).data, turnNow());
    const { conflicts, agreed } = meet(
      fields,
      base,
      yours,
      current,
      await toldOf(definition, scope, fields, base, yours),
    );
    if (conflicts.length > 0) throw new Conflicting(current, conflicts, yours, agreed);
    return saveRecord(definition, scope, { ...edit, values: yours, base: current });
  }
}

interface Activity {
  at: string;
  actor: { name: string };
  version: number;
  after: Record<string, unknown> | null;
}

const history = async ({ path }: Definition, scope: Scope, id: string) =>
  (await request<Activity[]>('GET', `${path}/${id}/activities`, scope)).data;

/** Personal fields of an edit that others changed since it began; their masks may be equal. */
async function toldOf(
  definition: Definition,
  scope: Scope,
  fields: Fields,
  base: Row,
  yours: Values,
): Promise<string[]> {
  const personal = Object.keys(yours).filter(name => fields[name]?.personal);
  if (personal.length === 0) return [];
  const since = (await history(definition, scope, base.id)).filter(({ version }) => version > Number(base.version));
  return personal.filter(name => since.some(({ after }) => after && name in after));
}

/** Finds who last changed one of these fields of a record, and when; null if unknown. */
export async function whoChanged(
  definition: Definition,
  scope: Scope,
  id: string,
  fields: readonly string[],
): Promise<{ name: string; at: string } | null> {
  const rows = await history(definition, scope, id).catch(() => null);
  const event = rows?.find(row => fields.some(field => row.after && field in row.after));
  return event ? { name: event.actor.name, at: event.at } : null;
}

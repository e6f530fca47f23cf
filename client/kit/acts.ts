import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { ApiError, dataOf, request, type Scope } from './api.ts';
import type { Row } from './matches.ts';
import { filterValues } from './query.ts';
import { applyRows, markStale, patchRecord, rowOf, turnNow } from './records.ts';
import { followRun, type Refused } from './runs.ts';
import { isMe } from './session.ts';

/** Who was quicker, and what the record is now. */
export interface Lost {
  kind: 'lost';
  status: string;
  by: { id: string; name: string } | null;
  at: string;
}

/** `refused`: the asker can mend the input, or may not; `failed`: no answer came, the same may be tried again. */
export type Outcome = { kind: 'done'; row: Row } | Lost | { kind: 'refused' | 'failed'; error: ApiError };

export interface Act {
  input?: Record<string, unknown>;
  /** What it will surely make of the record; shown until the server answers. */
  patch?: Record<string, unknown>;
  /** The version that it is based on; default the one that is known now. */
  version?: number;
}

/** Does an act on a record as the reader saw it: where somebody was quicker, it is not done and the outcome says who. */
export async function act(
  { name, path }: Definition,
  scope: Scope,
  id: string,
  action: string,
  { input = {}, patch, version = rowOf(name, id)?.version }: Act = {},
): Promise<Outcome> {
  const turn = turnNow();
  if (patch) patchRecord(name, id, patch);
  try {
    const { data } = await request<Row>('PUT', `${path}/${id}/${action}`, { ...scope, body: { ...input, version } });
    applyRows(name, [data], { kind: 'answer', turn, detail: true });
    return { kind: 'done', row: data };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) return lost(name, id, error);
    return { kind: error.passing ? 'failed' : 'refused', error };
  } finally {
    if (patch) patchRecord(name, id, null);
  }
}

function lost(name: string, id: string, error: ApiError): Outcome {
  const { status, by = null, at } = dataOf<Lost>(error.data);
  if (!status || !at) return { kind: 'refused', error };
  markStale(name);
  const row = rowOf(name, id);
  // The first try arrived, though its answer did not.
  return row && by && isMe(by.id) && row.status === status ? { kind: 'done', row } : { kind: 'lost', status, by, at };
}

/** Which records: these, or all under a filter. */
export type Chosen = { ids: readonly string[] } | { isAll: true; filter: Filter };

/** What was done, for taking it back. */
export type Doing = { ids: readonly string[] } | { progressId: string };

export interface ManyDone {
  done: number;
  refused: Refused[];
  /** `cancelled` and `failed`: the rest was not reached. */
  state: 'done' | 'cancelled' | 'failed';
  doing: Doing;
}

type OnRun = (id: string) => void;

/** Does an act on many records, each by itself; long work tells its run as it begins (see `runAtom`). Throws `ApiError`. */
export async function actOnMany(
  definition: Definition,
  scope: Scope,
  action: string,
  chosen: Chosen,
  input: Record<string, unknown> = {},
  onRun?: OnRun,
): Promise<ManyDone> {
  const which = 'isAll' in chosen ? { isAll: true, filter: filterValues(chosen.filter) } : { ids: chosen.ids };
  // The call that removes one is DELETE: of many its name says the same.
  return many(definition, scope, action === 'remove' ? 'delete' : action, { ...input, ...which }, onRun);
}

/** Takes an act on many back, from each that nobody has changed since. Throws `ApiError`. */
export async function undoMany(
  definition: Definition,
  scope: Scope,
  action: string,
  doing: Doing,
  onRun?: OnRun,
): Promise<ManyDone> {
  return many(definition, scope, `undo-${action}`, { ...doing }, onRun);
}

async function many(
  { path }: Definition,
  scope: Scope,
  call: string,
  body: Record<string, unknown>,
  onRun?: OnRun,
): Promise<ManyDone> {
  const { data } = await request<{ done: string[]; refused: Refused[] } | { progressId: string }>(
    'PUT',
    `${path}/${call}-multi`,
    { ...scope, body },
  );
  if ('progressId' in data) {
    onRun?.(data.progressId);
    return awaitRun(data.progressId, scope);
  }
  return { done: data.done.length, refused: data.refused, state: 'done', doing: { ids: data.done } };
}

/** Waits for long work to end. Throws `ApiError`. */
export async function awaitRun(id: string, scope: Scope): Promise<ManyDone> {
  const { done, refused, state } = await followRun(id, scope);
  return { done, refused, state: state === 'running' ? 'failed' : state, doing: { progressId: id } };
}

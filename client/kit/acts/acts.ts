import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { SentFilter } from '@lobby/shared/kit/filter-schema.ts';
import type { Row } from '../base/matches.ts';
import { ApiError, dataOf, request, type Scope } from '../http/api.ts';
import { type Refused, waitForRun } from '../live/background-jobs.ts';
import { applyRows, markStale, patchRecord, rowOf, turnNow } from '../records/records.ts';
import { isMe } from '../session/session.ts';

/** Another person was first: who, and the record's current status. */
export interface Lost {
  kind: 'lost';
  status: string;
  by: { id: string; name: string } | null;
  at: string;
}

/**
 * `refused`: the input must be corrected, or the act is not allowed; `failed`: there was no answer, and the same request may
 * be repeated.
 */
export type Outcome =
  | { kind: 'done'; row: Row }
  /** It waits for approval by a second person. */
  | { kind: 'asked' }
  | Lost
  | { kind: 'refused' | 'failed'; error: ApiError };

export interface Act {
  input?: Record<string, unknown>;
  /** Optimistic changes of the record, shown until the server answers. */
  patch?: Record<string, unknown>;
  /** The version it is based on; defaults to the known one. */
  version?: number;
}

/** Does an act on the version that the reader saw; when somebody else has changed the record, nothing is done and the outcome names them. */
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
    if ('approvalRequestId' in data) return { kind: 'asked' };
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
  // The first request succeeded, but its answer was lost.
  return row && by && isMe(by.id) && row.status === status ? { kind: 'done', row } : { kind: 'lost', status, by, at };
}

/** Records as calls name them: by id, or all that matched a filter when they were chosen. */
export type Chosen = { ids: readonly string[] } | { isAll: true; filter: SentFilter; chosenAt?: string };

/** Records of an act, needed to undo it. */
export type Doing = { ids: readonly string[] } | { progressId: string };

export interface ManyDone {
  done: number;
  refused: Refused[];
  /** With `cancelled` and `failed`, the remaining records were not processed. */
  state: 'done' | 'cancelled' | 'failed';
  doing: Doing;
}

type OnRun = (id: string) => void;

/** Does an act on many records, each on its own; a background run is reported when it starts (see `runAtom`). Throws `ApiError`. */
export async function actOnMany(
  definition: Definition,
  scope: Scope,
  action: string,
  chosen: Chosen,
  input: Record<string, unknown> = {},
  onRun?: OnRun,
): Promise<ManyDone> {
  // The call for one record is DELETE; the bulk call is named `delete` accordingly.
  return many(definition, scope, action === 'remove' ? 'delete' : action, { ...input, ...chosen }, onRun);
}

/** Undoes an act on many records, except those that were changed since. Throws `ApiError`. */
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

/** Waits for a background run to end. Throws `ApiError`. */
export async function awaitRun(id: string, scope: Scope): Promise<ManyDone> {
  const { done, refused, state } = await waitForRun(id, scope);
  return { done, refused, state: state === 'running' ? 'failed' : state, doing: { progressId: id } };
}

import { atom, type PrimitiveAtom } from 'jotai';
import { family, resetFamily, store } from '../base/store.ts';
import { request } from '../http/api.ts';
import { onMissed } from '../live/live.ts';
import { onSaid } from '../live/socket.ts';
import type { ColumnChoice } from '../session/preferences.ts';

/** A saved view of a list. */
export interface View {
  id: string;
  version: number;
  /** Name of the list's definition. */
  list: string;
  name: string;
  /** Query string of the list's URL. */
  query: string;
  columns: ColumnChoice | null;
  shared: boolean;
  /** Name of its creator. */
  owner: string;
  mine: boolean;
  mayChange: boolean;
  /** Null if its filters are no longer valid. */
  count: number | null;
}

/** Editable parts of a view. */
export type ViewPart = Partial<Pick<View, 'name' | 'query' | 'columns' | 'shared'>>;

type Known = readonly View[] | null;
const views = family((_projectId: string): PrimitiveAtom<Known> => atom<Known>(null));

/** The views of a project that the reader may see; null until they were read. */
export const viewsAtom = views;

const latest = new Map<string, number>();

/** Reads the views of a project with their counts; on failure they stay as they are. */
export async function loadViews(projectId: string): Promise<void> {
  const mine = (latest.get(projectId) ?? 0) + 1;
  latest.set(projectId, mine);
  const answer = await request<View[]>('GET', '/views', { projectId }).catch(() => null);
  // Only the newest request counts.
  if (answer && latest.get(projectId) === mine) store.set(views(projectId), answer.data);
}

/** Saves a view of a list; answers its id. Throws `ApiError`. */
export async function addView(
  projectId: string,
  view: Omit<ViewPart, 'query'> & Pick<View, 'list' | 'name' | 'query'>,
) {
  const { data } = await request<View>('POST', '/views', { projectId, body: view });
  await loadViews(projectId);
  return data.id;
}

/** Changes a view as the reader saw it. Throws `ApiError`. */
export async function changeView(projectId: string, { id, version }: View, part: ViewPart): Promise<void> {
  await request('PUT', `/views/${id}`, { projectId, body: { version, ...part } }).finally(() => loadViews(projectId));
}

/** Deletes a view. Throws `ApiError`. */
export async function removeView(projectId: string, { id }: View): Promise<void> {
  await request('DELETE', `/views/${id}`, { projectId }).finally(() => loadViews(projectId));
}

/** Reads views again when colleagues share or change one. Returns a function to stop. */
export function watchViews(): () => void {
  const again = (projectId: string | undefined) => {
    if (projectId && store.get(views(projectId))) void loadViews(projectId);
  };
  const stops = [
    onSaid<{ projectId: string }>('views', ({ projectId }) => again(projectId)),
    // On the first subscription they were read a moment ago.
    onMissed(({ projectId }, first) => first || again(projectId)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Forgets all views, at sign-out. */
export function forgetViews(): void {
  resetFamily(views, null);
}

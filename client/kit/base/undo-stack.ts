/** An act that can still be undone. */
interface Done {
  id: string;
  back: () => void;
  until: number;
}

/** How long an act can be undone by its shortcut, in ms: longer than its toast is shown, so that earlier acts can be undone too. */
const LASTS_MS = 30_000;

let stack: readonly Done[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Done[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

const open = (now: number) => stack.filter(({ until }) => until > now);

/** Pushes an undo onto the stack. */
export function pushUndo(id: string, back: () => void, lastsMs = LASTS_MS): void {
  change([...open(Date.now()), { id, back, until: Date.now() + lastsMs }]);
}

/** Removes an undo that was done by its toast, or is not possible any more. */
export const dropUndo = (id: string): void => change(stack.filter(entry => entry.id !== id));

/** Undoes the last act that can be undone; repeated calls go further back. Returns its id. */
export function undoLast(): string | null {
  const left = open(Date.now());
  const last = left.at(-1);
  change(left.slice(0, -1));
  last?.back();
  return last?.id ?? null;
}

export const hasUndo = (): boolean => stack.length > 0;
export function watchUndo(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

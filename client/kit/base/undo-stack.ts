/** Something that was done and can still be taken back. */
interface Done {
  id: string;
  back: () => void;
  until: number;
}

/** For how long an act can be taken back by its key, ms: longer than its toast is seen, so that the one before is reached too. */
const LASTS_MS = 30_000;

let stack: readonly Done[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Done[]): void {
  stack = next;
  for (const told of listeners) told();
}

const open = (now: number) => stack.filter(({ until }) => until > now);

/** Remembers how an act is taken back, the newest on top. */
export function pushUndo(id: string, back: () => void, lastsMs = LASTS_MS): void {
  change([...open(Date.now()), { id, back, until: Date.now() + lastsMs }]);
}

/** It was taken back by its toast, or cannot be any more. */
export const dropUndo = (id: string): void => change(stack.filter(one => one.id !== id));

/** Takes back the last act that can be, then the one before it; answers which. */
export function undoLast(): string | null {
  const left = open(Date.now());
  const last = left.at(-1);
  change(left.slice(0, -1));
  last?.back();
  return last?.id ?? null;
}

export const hasUndo = (): boolean => stack.length > 0;
export function watchUndo(told: () => void): () => void {
  listeners.add(told);
  return () => listeners.delete(told);
}

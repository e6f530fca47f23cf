import { createToaster } from '@chakra-ui/react';
import type { Tone } from '@lobby/shared/kit/definition.ts';
import { dropUndo, pushUndo } from './undo-stack.ts';

export interface ToastAction {
  label: string;
  /** The key that runs it while the toast is shown. */
  keys?: string;
  /** For how long the key runs it, ms; longer than the toast is shown, unless it says so. */
  lastsMs?: number;
  /** It tells why, or opens what was made, rather than trying again. */
  does?: 'why' | 'open';
  onAct: () => void;
}

export interface ToastShape {
  tone: Tone;
  title: string;
  description?: string;
  /** "Hoàn tác" and the like; at most one. */
  action?: ToastAction;
  /** Something came from elsewhere: it gives way to what comes of one's own acts, and to the next that comes. */
  arrival?: boolean;
}

/** How long a toast is shown, in ms; paused while hovered or focused. */
export const TOAST_MS = 5000;

export const toaster = createToaster({
  placement: 'bottom-start',
  max: 1,
  duration: TOAST_MS,
  removeDelay: 150,
  overlap: true,
  offsets: {
    left: 'calc(var(--content-left, 0px) + 16px)',
    right: '16px',
    top: '16px',
    bottom: 'calc(max(var(--content-bottom, 0px), var(--toast-floor, 0px)) + 16px)',
  },
});

/** The result of an act that is shown, or waits to be; and what came last from elsewhere. */
let result: string | undefined;
let arrived: string | undefined;

/** Says what happened: one at a time, five seconds each; one that can be undone goes before those that wait. */
export function toast({ tone, title, description, action, arrival = false }: ToastShape): void {
  // Not at once: one made by an effect while the toaster begins to listen would never be shown, nor any after it.
  queueMicrotask(() => {
    // What came of one act gives way to what comes next: nobody is told minutes later of what they did.
    if (!arrival && result && toaster.isVisible(result)) toaster.dismiss(result);
    if (arrived) toaster.remove(arrived);
    arrived = undefined;
    const id = toaster.create({
      title,
      description,
      priority: arrival ? (3 as const) : action ? (1 as const) : (2 as const),
      action: action && {
        label: action.label,
        onClick() {
          dropUndo(id);
          action.onAct();
        },
      },
      meta: { tone, keys: action?.keys, does: action?.does },
    });
    if (arrival) arrived = id;
    else result = tone === 'done' ? id : undefined;
    if (action?.keys) pushUndo(id, action.onAct, action.lastsMs);
  });
}

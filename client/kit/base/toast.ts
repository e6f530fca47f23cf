import { createToaster } from '@chakra-ui/react';
import type { Tone } from '@lobby/shared/kit/definition.ts';
import { dropUndo, pushUndo } from './undo-stack.ts';

export interface ToastAction {
  label: string;
  /** Keyboard shortcut while the toast is shown. */
  keys?: string;
  /** How long the shortcut works, in ms; defaults to longer than the toast is shown. */
  lastsMs?: number;
  /** Its action explains something or opens a created record, rather than retrying. */
  does?: 'why' | 'open';
  onAct: () => void;
}

export interface ToastShape {
  tone: Tone;
  title: string;
  description?: string;
  /** "Hoàn tác" and the like; at most one. */
  action?: ToastAction;
  /** Caused by somebody else: replaced by results of the reader's own acts, and by later ones of its kind. */
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

/** Id of the result toast that is shown or queued, and of the last one caused by others. */
let result: string | undefined;
let arrived: string | undefined;

/** Shows a toast: one at a time, five seconds each. Toasts with an undo go before queued ones. */
export function toast({ tone, title, description, action, arrival = false }: ToastShape): void {
  // Deferred: a toast created by an effect while the toaster is just mounting would never be shown, nor any after it.
  queueMicrotask(() => {
    // A result replaces the previous one, so that nobody is told of an act minutes later.
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

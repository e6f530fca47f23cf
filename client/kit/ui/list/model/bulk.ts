import type { ReactNode } from 'react';
import type { Chosen, ManyDone } from '../../../acts/acts.ts';

/** A bulk act in progress, or just ended. */
export interface Bulk {
  action: string;
  /** User who started it, if not the current one. */
  by?: string;
  /** Set if it undoes an act. */
  undoes?: boolean;
  input: Record<string, unknown>;
  of: number;
  /** Set if it runs in the background: its progress is in `runAtom`, and it can be cancelled. */
  runId: string | null;
  /** Set at its end. */
  result: ManyDone | null;
}

/** Further buttons for the selection. */
export type BulkExtras = (chosen: Chosen) => ReactNode;

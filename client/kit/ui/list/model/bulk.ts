import type { ReactNode } from 'react';
import type { Chosen, ManyDone } from '../../../acts/acts.ts';

/** An act on many records that goes on, or has just ended. */
export interface Bulk {
  action: string;
  /** Who does it, where it is not the reader. */
  by?: string;
  /** The act is taken back. */
  undoes?: boolean;
  input: Record<string, unknown>;
  of: number;
  /** Set when it goes on in the background: how far it is stands in `runAtom`, and it can be stopped. */
  runId: string | null;
  /** Set at its end. */
  result: ManyDone | null;
}

/** Further buttons for what is chosen. */
export type BulkExtras = (chosen: Chosen) => ReactNode;

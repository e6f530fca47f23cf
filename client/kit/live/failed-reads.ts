import { createContext } from 'react';
import type { ApiError } from '../http/api-error.ts';

/** A read without data that failed, and how it is made again. */
export interface FailedRead {
  error: ApiError;
  again: () => void;
}

/**
 * Where a part of a screen hears of reads that failed within it, of which none of its components says anything; answers
 * how one is taken back.
 */
export const FailedReads = createContext<((read: FailedRead) => () => void) | null>(null);

/** Whether something in this part failed to be read: what waits for it is not shown as on its way. */
export const HasFailed = createContext(false);

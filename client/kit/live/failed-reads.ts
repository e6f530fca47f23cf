import { createContext } from 'react';
import type { ApiError } from '../http/api-error.ts';

/** A failed read without cached data, with a function to repeat it. */
export interface FailedRead {
  error: ApiError;
  again: () => void;
}

/**
 * Reports a failed read to the surrounding part of the screen, if no component shows the error itself. Returns a function to
 * withdraw it.
 */
export const FailedReads = createContext<((read: FailedRead) => () => void) | null>(null);

/** Whether a read failed in this part, so that it does not show loading indicators. */
export const HasFailed = createContext(false);

import { Refusal } from '../base/errors.ts';
import { VersionConflict } from './save.ts';

/** Whether work was refused or met a concurrent change: it is done already, not wanted any more, or left to its next turn. */
export const isOvertaken = (error: unknown): error is Refusal | VersionConflict =>
  error instanceof Refusal || error instanceof VersionConflict;

/** For `catch`: ignores what was refused or changed concurrently. */
export function unlessOvertaken(error: unknown): void {
  if (!isOvertaken(error)) throw error;
}

/** How long a part of the home may be looked for: on a busy machine who begins the day waits a little rather than for nothing. */
export const PATIENCE_MS = 8000;

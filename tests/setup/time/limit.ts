/** Common timeout of waits in tests, in ms: generous, so that only missing results fail, even on a busy machine. */
export const LIMIT = 90_000;
/** The same for `vi.waitFor` and `expect.poll`. */
export const WAIT = { timeout: LIMIT };

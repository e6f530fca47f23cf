/** The one limit of whatever a test waits for, in ms: only what never comes is red, however busy the machine is. */
export const LIMIT = 90_000;
/** The same for `vi.waitFor` and `expect.poll`. */
export const WAIT = { timeout: LIMIT };

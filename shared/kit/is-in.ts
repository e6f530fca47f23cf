/** Whether a value is one of a list: of values that the compiler knows, asked of one that it does not. */
export const isIn = <T>(value: unknown, list: readonly T[]): value is T => (list as readonly unknown[]).includes(value);

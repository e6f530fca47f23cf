/** Type guard: whether a value is in a list. */
export const isIn = <T>(value: unknown, list: readonly T[]): value is T => (list as readonly unknown[]).includes(value);

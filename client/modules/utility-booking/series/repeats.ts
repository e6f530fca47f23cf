/** Supported frequencies of an RRULE. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
/** Highest number of occurrences of a series. */
export const MOST_TIMES = 52;

export const frequencyIn = (rule: string): string => /FREQ=(\w+)/.exec(rule)?.[1] ?? '';
export const countIn = (rule: string): number => Number(/COUNT=(\d+)/.exec(rule)?.[1] ?? 4);
export const ruleOf = (frequency: string, count: number): string =>
  frequency ? `FREQ=${frequency};COUNT=${count}` : '';

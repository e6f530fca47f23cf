/** Quiet hours without push messages. Staff: outside of shifts, or own hours; residents: the project's hours, or their own. */
export const QUIET_MODES = { staff: ['SHIFT', 'OWN', 'NEVER'], resident: ['PROJECT', 'OWN'] } as const;
export type QuietMode = 'SHIFT' | 'OWN' | 'NEVER' | 'PROJECT';
export interface Quiet {
  mode: QuietMode;
  /** `HH:mm`, with OWN. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}
export const QUIET_DEFAULT = { staff: { mode: 'SHIFT' }, resident: { mode: 'PROJECT' } } as const satisfies Record<
  string,
  Quiet
>;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a time of day lies in a span, which may pass midnight. */
export function isWithin(time: string, from: string, to: string): boolean {
  const [now, begin, end] = [time, from, to].map(minutesOf) as [number, number, number];
  return begin <= end ? now >= begin && now < end : now >= begin || now < end;
}

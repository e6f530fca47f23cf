export const SHEETS = ['permit', 'badges', 'stop', 'acceptance'] as const;
export type Sheet = (typeof SHEETS)[number];

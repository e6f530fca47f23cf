/** Status fields of records that last until they are ended, and can be resumed. */
export const GOES_ON = {
  statuses: {
    ACTIVE: { tone: 'going', icon: 'circle-dot' },
    ENDED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'ACTIVE',
} as const;
/** Condition for records that end automatically on a given day. */
export const ENDING = { status: { in: ['ACTIVE'] }, endDate: { from: '2000-01-01' } } as const;
export const END = { from: ['ACTIVE'], to: 'ENDED', flag: 'updateStatus', multi: true, asks: true } as const;
export const REOPEN = { from: ['ENDED'], to: 'ACTIVE', flag: 'updateStatus' } as const;

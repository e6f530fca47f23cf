/** What goes on until somebody ends it, and may be taken up again. */
export const GOES_ON = {
  statuses: {
    ACTIVE: { tone: 'going', icon: 'circle-dot' },
    ENDED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'ACTIVE',
} as const;
/** What goes on to a day that somebody has named: it ends by itself. */
export const ENDING = { status: { in: ['ACTIVE'] }, endDate: { from: '2000-01-01' } } as const;
export const END = { from: ['ACTIVE'], to: 'ENDED', flag: 'updateStatus', multi: true, asks: true } as const;
export const REOPEN = { from: ['ENDED'], to: 'ACTIVE', flag: 'updateStatus' } as const;

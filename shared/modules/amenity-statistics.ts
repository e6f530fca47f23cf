/** Granularity of a series of figures. */
export const STEPS = ['day', 'week', 'month'] as const;
/** Reasons of refunds for bookings. */
export const REFUND_CAUSES = ['RESIDENT_IN_TIME', 'RESIDENT_LATE', 'BUILDING'] as const;

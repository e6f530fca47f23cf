/** Granularity of a time series. */
export const STEPS = ['day', 'week', 'month'] as const;
/** Causes of booking refunds. */
export const REFUND_CAUSES = ['RESIDENT_IN_TIME', 'RESIDENT_LATE', 'BUILDING'] as const;

/** In what steps a series of figures goes. */
export const STEPS = ['day', 'week', 'month'] as const;
/** Why money of bookings went back. */
export const REFUND_CAUSES = ['RESIDENT_IN_TIME', 'RESIDENT_LATE', 'BUILDING'] as const;

/** Trades, each with its home page. A person gets the one they have most permissions of; on a tie the first. */
export const TRADES = ['service', 'reception', 'technician', 'accountant', 'manager'] as const;
export type Trade = (typeof TRADES)[number];

/** Urgency of waiting records, the highest first. */
export const URGENCIES = ['overdue', 'answer', 'today', 'approval', 'later', 'soon'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Button labels of waiting records: what is done about them. */
export const DEEDS = ['answer', 'approve', 'claim', 'match', 'open', 'payOut', 'remind', 'resend', 'release'] as const;
export type Deed = (typeof DEEDS)[number];

/** Whose work a page begins with: who may see the largest part of one has it, of equals the first. */
export const TRADES = ['service', 'reception', 'technician', 'accountant', 'manager'] as const;
export type Trade = (typeof TRADES)[number];

/** How pressing what waits is, the most pressing first. */
export const URGENCIES = ['overdue', 'answer', 'today', 'approval', 'later', 'soon'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** What is done about what waits, in a word on its button. */
export const DEEDS = ['answer', 'approve', 'claim', 'match', 'open', 'payOut', 'remind', 'resend', 'release'] as const;
export type Deed = (typeof DEEDS)[number];

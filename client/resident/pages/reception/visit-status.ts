/** Statuses of a visit, as shown to people who are not staff. */
export const VISIT_STATUS: Readonly<Record<string, string>> = {
  APPROVED: 'EXPECTED',
  RECEIVED: 'EXPECTED',
  IN_PROGRESS: 'INSIDE',
  COMPLETED: 'LEFT',
};

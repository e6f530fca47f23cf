/** The statuses of a visit as those who are no staff say them. */
export const VISIT_STATUS: Readonly<Record<string, string>> = {
  APPROVED: 'EXPECTED',
  RECEIVED: 'EXPECTED',
  IN_PROGRESS: 'INSIDE',
  COMPLETED: 'LEFT',
};

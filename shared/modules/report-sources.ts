/** The modules that a report may be of, by their nouns. */
export const SOURCES = [
  ...(['unit', 'resident', 'rental-contract', 'vehicle', 'ticket', 'task', 'visitor', 'parcel'] as const),
  ...(['construction-registration', 'card-registration', 'elevator-reservation'] as const),
  ...(['bill', 'receipt', 'payslip', 'journal-entry', 'fee-notice', 'deposit', 'utility-booking'] as const),
  ...(['asset', 'supply', 'partner', 'maintenance'] as const),
  ...(['handover-unit', 'handover-defect', 'handover-schedule', 'conference-unit'] as const),
];

/** Features that a project may switch, with their defaults (rules.md 6). */
export const FEATURES = {
  PARTIAL_DEPOSIT_REFUND: false,
  ADVANCE_PAYMENT_SYNC: false,
  APPROVAL_FLOW: true,
  ONLINE_PAYMENT: false,
  E_INVOICE: false,
  SMS: false,
  ZALO: false,
  INTEREST_BEFORE_PRINCIPAL: false,
  AUTO_DEDUCTION: false,
} as const satisfies Record<string, boolean>;

/** Features of the installation that projects cannot switch: an outbox that somebody may read. */
export const INSTALLED = { OUTBOX: false } as const satisfies Record<string, boolean>;
export type Installed = keyof typeof INSTALLED;

export type Feature = keyof typeof FEATURES;
export type Features = Readonly<Partial<Record<Feature | Installed, boolean>>>;

/** Whether a project has a feature on. */
export const isOn = (features: Features | undefined, name: Feature): boolean => features?.[name] ?? FEATURES[name];

/** Limits of the specification used by name in screens and settings (rules.md 9). */
export const LIMITS = {
  IMPORT_ROWS: 5000,
  REPORT_YEARS: 10,
  ATTACHMENTS_MB: 7,
  FILE_MB: 5,
  LARGE_FILE_MB: 20,
  IMAGES: 5,
  PDFS: 5,
  SURVEY_QUESTIONS: 30,
  VOTE_QUESTIONS: 10,
  DEBT_REMINDER_LEVELS: 3,
  DEBT_REMINDER_DAYS_BEFORE: 2,
  DECIMALS: 2,
  /** Units paid for at once; the owner has given no number for it. */
  MULTI_PAYMENT_UNITS: 200,
} as const satisfies Record<string, number>;

/** How spreadsheet rows match existing records, to change them: sets of fields, the most certain first. */
export interface Imports {
  keys: readonly (readonly string[])[];
  /** How a row with this field empty matches a record in which it is empty too. */
  without?: { field: string; by: readonly string[] };
  /** Fields that several people share, such as a family's phone: other values must confirm the match. */
  shared?: readonly string[];
  /** Flag of current records; past ones are not changed by rows. */
  current?: string;
  /** Fields that exports include but imports ignore: where a record comes from is set where it is created. */
  leaves?: readonly string[];
  /** Act inputs that files state, such as an end day: imports refuse rows that fill them. */
  acts?: readonly string[];
  /** States that a new record takes from its row. */
  begins?: readonly string[];
  /** States that a row may change, although people change them by acts only. */
  restates?: readonly string[];
  /** States that rows of new records may state, although they begin in another. */
  asNew?: Readonly<Record<string, readonly string[]>>;
  /**
   * Records with several homes, one row each in imports and exports: field of the main home, list of all homes, fields per
   * home; and the definition that stores the homes, with its reference to the record and its flag of current ones.
   */
  homes?: { at: string; all: string; fields: readonly string[]; kept: { in: string; of: string; current: string } };
}

/** How the rows of a spreadsheet find records that are there, to change them: sets of fields, the surest first. */
export interface Imports {
  keys: readonly (readonly string[])[];
  /** How a row that leaves a field empty finds its record, among those that leave it empty too. */
  without?: { field: string; by: readonly string[] };
  /** Fields that several people have in common, as families do phones: what they find must be told by the rest of the row too. */
  shared?: readonly string[];
  /** The flag of records that are not past; no row changes one that is. */
  current?: string;
  /** Fields that a file of records names and no row sets: where a record comes from is told where it is made. */
  leaves?: readonly string[];
  /** Inputs of its acts that files tell of, such as the day of an end: no row sets them, and none that fills them is taken without a word. */
  acts?: readonly string[];
  /** What of where it stands a new record takes from its row, as it would have come to stand there. */
  begins?: readonly string[];
  /** What a row sets of a record that is there, though people set it by acts alone. */
  restates?: readonly string[];
  /** What a row may say of where its record stands, though a new one begins otherwise. */
  asNew?: Readonly<Record<string, readonly string[]>>;
  /**
   * Records that stand at several places, each told in a row of its own, in as out: the field of the place, the list of all places, what is told of
   * each; the definition that keeps the places, its reference to the record, and its flag of those that are not past.
   */
  homes?: { at: string; all: string; fields: readonly string[]; kept: { in: string; of: string; current: string } };
}

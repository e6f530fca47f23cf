interface Giving<R> {
  key: string;
  /** Omitted if all rows are empty in it. */
  gives?: boolean;
  cell?: ((row: R) => unknown) | undefined;
}

/** Columns of a table of figures, without optional ones that are empty in all rows. */
export const heldColumns = <R, C extends Giving<R>>(columns: readonly C[], rows: readonly R[]): C[] =>
  columns.filter(({ key, gives, cell }) => {
    const contentOf = (row: R): unknown => (cell ? cell(row) : Object(row)[key]);
    return !gives || rows.some(row => (contentOf(row) ?? '') !== '');
  });

interface Giving<R> {
  key: string;
  /** Left out where no row holds anything of it. */
  gives?: boolean;
  cell?: ((row: R) => unknown) | undefined;
}

/** The columns of a table of figures without those that give way where no row holds anything of them. */
export const heldColumns = <R, C extends Giving<R>>(columns: readonly C[], rows: readonly R[]): C[] =>
  columns.filter(({ key, gives, cell }) => {
    const said = (row: R): unknown => (cell ? cell(row) : Object(row)[key]);
    return !gives || rows.some(row => (said(row) ?? '') !== '');
  });
